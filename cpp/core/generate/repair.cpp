#include "generate/repair.hpp"

#include <algorithm>
#include <optional>

namespace sapper {
namespace {

using Cells = std::vector<std::int32_t>;

void shuffle(Cells& cells, Random& random) {
    for (std::size_t left = cells.size(); left > 1; --left)
        std::swap(cells[left - 1], cells[random.below(static_cast<std::uint32_t>(left))]);
}

std::int32_t pick(const Cells& cells, Random& random) {
    return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
}

// A change to a layout on which the solver is stuck.
class LayoutChange {
   public:
    LayoutChange(LogicSolver& solver, Random& random)
        : solver_(solver), game_(solver.game()), random_(random) {}

    // Returns the mines after the change, or nullopt if no mine can be moved.
    std::optional<Cells> apply() {
        return solver_.clues().empty() ? breach_wall() : resolve_clue();
    }

   private:
    bool is_next_to_open(int index) const {
        bool is_next = false;
        solver_.knowledge().for_each_neighbour(index, Knowledge::open,
                                               [&](int) { is_next = true; });
        return is_next;
    }

    // Returns the hidden mines if `are_mines` is true, or the hidden safe cells otherwise. The
    // cells in `except` are excluded. Undecided cells off the frontier come first, undecided
    // frontier cells second and known cells last. Each group is shuffled.
    Cells exchange_candidates(const Cells& except, bool are_mines) {
        Cells far, near, known;
        game_.grid().for_each_cell([&](int index) {
            if (game_.is_open(index) || game_.is_mine(index) != are_mines ||
                std::ranges::find(except, index) != except.end())
                return;
            const bool is_known = !solver_.knowledge().is_hidden(index);
            (is_known ? known : is_next_to_open(index) ? near : far).push_back(index);
        });
        Cells all;
        for (Cells* part : {&far, &near, &known}) {
            shuffle(*part, random_);
            all.insert(all.end(), part->begin(), part->end());
        }
        return all;
    }

    // Moves the mines in the first `count` cells of `from` to the first `count` cells of `to`, and
    // returns the new layout.
    Cells exchange(const Cells& from, const Cells& to, std::size_t count) const {
        Cells mines = game_.mine_indices();
        std::erase_if(mines, [&](int mine) {
            const auto end = from.begin() + static_cast<std::ptrdiff_t>(count);
            return std::find(from.begin(), end, mine) != end;
        });
        mines.insert(mines.end(), to.begin(), to.begin() + static_cast<std::ptrdiff_t>(count));
        return mines;
    }

    // Either removes all mines from a random clue's undecided neighbours or fills those neighbours
    // with mines, whichever moves fewer mines.
    std::optional<Cells> resolve_clue() {
        // The clues are sorted so that the choice does not depend on the reveal order.
        Cells clues = solver_.clues();
        std::ranges::sort(clues);
        const int clue = pick(clues, random_);
        Cells cells, with_mine, without_mine;
        solver_.knowledge().for_each_neighbour(clue, Knowledge::hidden, [&](int index) {
            cells.push_back(index);
            (game_.is_mine(index) ? with_mine : without_mine).push_back(index);
        });
        const bool is_even = with_mine.size() == without_mine.size();
        bool clears = is_even ? random_.below(2) == 0 : with_mine.size() < without_mine.size();
        for (int attempt = 0; attempt < 2; ++attempt, clears = !clears) {
            const Cells outside = exchange_candidates(cells, !clears);
            const Cells& inside = clears ? with_mine : without_mine;
            if (outside.size() < inside.size()) continue;
            return clears ? exchange(inside, outside, inside.size())
                          : exchange(outside, inside, inside.size());
        }
        return std::nullopt;
    }

    // Moves one mine out of the wall of known mines that encloses the remaining cells.
    std::optional<Cells> breach_wall() {
        Cells wall;
        game_.grid().for_each_cell([&](int index) {
            if (solver_.knowledge().state(index) != Knowledge::mine || !is_next_to_open(index))
                return;
            bool touches_rest = false;
            solver_.knowledge().for_each_neighbour(index, Knowledge::hidden,
                                                   [&](int) { touches_rest = true; });
            if (touches_rest) wall.push_back(index);
        });
        const Cells outside = exchange_candidates({}, false);
        if (wall.empty() || outside.empty()) return std::nullopt;
        return exchange({pick(wall, random_)}, outside, 1);
    }

    LogicSolver& solver_;
    const Game& game_;
    Random& random_;
};

}

bool repair(const Rules& rules, int first, std::vector<std::int32_t>& mines, Random& random,
            ArgumentKind max_kind, int max_changes, SolverWorkspace& workspace) {
    const Rules any_start{rules.width, rules.height, rules.mines, Start::any};
    for (int changes = 0;;) {
        const int changes_before = changes;
        Game begun(any_start, mines);
        begun.reveal(first);
        if (begun.status() == Status::lost) return false;
        LogicSolver solver(std::move(begun), workspace);
        while (!solver.solve(max_kind)) {
            if (++changes > max_changes || workspace.deadline.is_past_deadline()) return false;
            std::optional<Cells> changed = LayoutChange(solver, random).apply();
            if (!changed) return false;
            mines = std::move(*changed);
            Game game(any_start, mines);
            for (const int cell : solver.game().opened()) game.reveal(cell);
            solver = LogicSolver(std::move(game), workspace);
        }
        // The layout is final once the whole board has been solved without a change.
        if (changes == changes_before) return true;
    }
}

}
