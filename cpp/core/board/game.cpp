#include "board/game.hpp"

#include <algorithm>
#include <stdexcept>

#include "board/seeded_layout.hpp"

namespace sapper {
namespace {

// If the scratch buffer for mine placement holds more than this many cells, it is freed after use.
constexpr std::size_t kMaxScratchCells = 4096;

}

Game::Game(const Rules& rules, const Grid& grid)
    : rules_(rules), grid_(grid), safe_left_(grid.cell_count() - rules.mines),
      cells_(static_cast<std::size_t>(grid.padded_size()), kOpenBit) {
    for (int row = 0; row < grid_.height(); ++row)
        std::fill_n(cells_.begin() + grid_.index(row, 0), grid_.width(), std::uint8_t{0});
}

Game::Game(const Rules& rules, std::uint64_t seed) : Game(rules, rules.grid()) { seed_ = seed; }

Game::Game(const Rules& rules, std::span<const std::int32_t> mines) : Game(rules, rules.grid()) {
    if (mines.size() != static_cast<std::size_t>(rules.mines))
        throw std::invalid_argument("the number of mines in the layout must match the rules");
    for (const int index : mines) {
        if (is_mine(index)) throw std::invalid_argument("the mines of a layout must be distinct");
        place_mine(index);
    }
    mines_placed_ = true;
}

Status Game::status() const {
    if (exploded_ > 0) return Status::lost;
    if (opened_.empty()) return Status::ready;
    return safe_left_ == 0 ? Status::won : Status::playing;
}

void Game::place_mine(int index) {
    cell(index) |= kMineBit;
    for (const int offset : grid_.neighbour_offsets()) ++cell(index + offset);
}

void Game::remove_mines() {
    // The border cells also store neighbouring mine counts, so this loop resets those counts too.
    for (auto& state : cells_) state &= static_cast<std::uint8_t>(~(kClueBits | kMineBit));
    mines_placed_ = false;
}

void Game::open(int index) {
    cell(index) |= kOpenBit;
    opened_.push_back(index);
    if (is_mine(index))
        ++exploded_;
    else
        --safe_left_;
}

// Opens the neighbours of every empty cell in opened_, starting at position `from`. The list of
// open cells doubles as the flood-fill queue, so no stack is needed. The running time is linear in
// the number of cells opened.
void Game::flood(std::size_t from) {
    for (std::size_t next = from; next < opened_.size(); ++next) {
        const int index = opened_[next];
        if ((cell(index) & (kClueBits | kMineBit)) != 0) continue;
        for (const int offset : grid_.neighbour_offsets()) {
            const int neighbour = index + offset;
            if (!is_open(neighbour) && !is_flagged(neighbour)) open(neighbour);
        }
    }
}

int Game::reveal(int index) {
    if (is_open(index) || is_flagged(index)) return 0;
    const bool places_mines = !mines_placed_;
    if (places_mines) {
        place_mines(rules_, grid_, seed_, index, scratch_, [this](int mine) { place_mine(mine); });
        if (scratch_.size() > kMaxScratchCells) scratch_ = {};
        mines_placed_ = true;
    }
    const std::size_t before = opened_.size();
    moves_.push_back({-1, static_cast<std::int32_t>(before), Mark::none, places_mines});
    open(index);
    flood(before);
    return static_cast<int>(opened_.size() - before);
}

int Game::chord(int index) {
    if (!is_open(index)) return 0;
    int flags = 0;
    for (const int offset : grid_.neighbour_offsets())
        flags += !is_open(index + offset) && is_flagged(index + offset);
    if (flags != clue(index)) return 0;
    const std::size_t before = opened_.size();
    for (const int offset : grid_.neighbour_offsets()) {
        const int neighbour = index + offset;
        if (!is_open(neighbour) && !is_flagged(neighbour)) open(neighbour);
    }
    if (opened_.size() == before) return 0;
    moves_.push_back({-1, static_cast<std::int32_t>(before), Mark::none, false});
    flood(before);
    return static_cast<int>(opened_.size() - before);
}

int Game::set_mark(int index, Mark new_mark) {
    const Mark old_mark = mark(index);
    if (is_open(index) || old_mark == new_mark) return 0;
    moves_.push_back({index, static_cast<std::int32_t>(opened_.size()), old_mark, false});
    flags_ -= is_flagged(index);
    cell(index) = static_cast<std::uint8_t>((cell(index) & ((1u << kMarkShift) - 1)) |
                                            (static_cast<unsigned>(new_mark) << kMarkShift));
    flags_ += is_flagged(index);
    return 1;
}

void Game::clear() {
    std::ranges::fill(cells_, kOpenBit);
    for (int row = 0; row < grid_.height(); ++row)
        std::fill_n(cells_.begin() + grid_.index(row, 0), grid_.width(), std::uint8_t{0});
    safe_left_ = grid_.cell_count() - rules_.mines;
    exploded_ = flags_ = 0;
    mines_placed_ = false;
    opened_.clear();
    moves_.clear();
}

void Game::restart(std::uint64_t seed) {
    clear();
    seed_ = seed;
}

void Game::resume(std::span<const std::int32_t> mines, std::span<const std::int32_t> opened) {
    clear();
    for (const int index : mines) place_mine(index);
    mines_placed_ = true;
    for (const int index : opened) open(index);
}

bool Game::undo() {
    if (moves_.empty()) return false;
    const Move move = moves_.back();
    if (move.cell >= 0) {
        set_mark(move.cell, move.mark_before);
        moves_.pop_back();  // Removes the mark change that set_mark() has just recorded.
    } else {
        while (opened_.size() > static_cast<std::size_t>(move.opened_before)) {
            const int index = opened_.back();
            opened_.pop_back();
            cell(index) &= static_cast<std::uint8_t>(~kOpenBit);
            if (is_mine(index))
                --exploded_;
            else
                ++safe_left_;
        }
        if (move.placed_mines) remove_mines();
    }
    moves_.pop_back();
    return true;
}

void Game::write_cells(std::int8_t* out) const {
    grid_.for_each_cell([&](int index) {
        const std::uint8_t state = cell(index);
        *out++ = (state & (kOpenBit | kMineBit)) == kOpenBit
                     ? static_cast<std::int8_t>(state & kClueBits)
                     : kHidden;
    });
}

void Game::write_overlay(std::uint8_t* out) const {
    const bool over = is_over();
    // A won game shows its unflagged mines as flags. The marks themselves stay unchanged so that
    // the win can be undone.
    const Overlay unflagged_mine = exploded_ > 0 ? Overlay::mine : Overlay::flag;
    grid_.for_each_cell([&](int index) {
        Overlay overlay = Overlay::none;
        if (is_open(index)) {
            if (is_mine(index)) overlay = Overlay::exploded;
        } else if (over && is_mine(index) && !is_flagged(index)) {
            overlay = unflagged_mine;
        } else {
            overlay = static_cast<Overlay>(mark(index));
        }
        *out++ = static_cast<std::uint8_t>(overlay);
    });
}

void Game::write_solution(std::int8_t* out) const {
    grid_.for_each_cell([&](int index) {
        *out++ = is_mine(index) ? kHidden : static_cast<std::int8_t>(clue(index));
    });
}

std::vector<std::int32_t> Game::mine_indices() const {
    std::vector<std::int32_t> mines;
    grid_.for_each_cell([&](int index) {
        if (is_mine(index)) mines.push_back(index);
    });
    return mines;
}

}
