// The geometry of a board: cells, indices and neighbours.
//
// Every array in the core has a one-cell border, so code can visit a cell's eight neighbours
// without bounds checks. A cell's index is its position in the padded array. Callers outside the
// core use rows and columns, both numbered from 0.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

namespace sapper {

// The maximum board width and height. A board of 2000x2000 cells fits easily in memory.
inline constexpr int kMaxSide = 2000;

// The sentinel value for a hidden cell in a clue array.
inline constexpr std::int8_t kHidden = -1;

class Grid {
   public:
    Grid(int width, int height) : width_(width), height_(height), stride_(width + 2) {
        if (width < 1 || width > kMaxSide || height < 1 || height > kMaxSide)
            throw std::invalid_argument("board sides must be 1 to 2000");
        offsets_ = {-stride_ - 1, -stride_, -stride_ + 1, -1, 1, stride_ - 1, stride_, stride_ + 1};
    }

    int width() const { return width_; }
    int height() const { return height_; }
    int stride() const { return stride_; }
    int cell_count() const { return width_ * height_; }
    int padded_size() const { return stride_ * (height_ + 2); }

    bool contains(int row, int column) const {
        return row >= 0 && row < height_ && column >= 0 && column < width_;
    }
    int index(int row, int column) const { return (row + 1) * stride_ + column + 1; }
    int row(int index) const { return index / stride_ - 1; }
    int column(int index) const { return index % stride_ - 1; }

    // Ordinals number the cells in row-major order from 0, excluding the border. Seeded layouts and
    // vector environments use ordinals.
    int index_of_ordinal(int ordinal) const { return index(ordinal / width_, ordinal % width_); }
    int ordinal(int index) const { return row(index) * width_ + column(index); }

    // Returns the index offsets of a cell's eight neighbours, some of which may be border cells.
    const std::array<int, 8>& neighbour_offsets() const { return offsets_; }

    bool touches(int a, int b) const {
        const int rows = row(a) - row(b);
        const int columns = column(a) - column(b);
        return rows >= -1 && rows <= 1 && columns >= -1 && columns <= 1;
    }

    template <typename Visit>
    void for_each_cell(Visit visit) const {
        for (int r = 0; r < height_; ++r)
            for (int i = index(r, 0), end = i + width_; i < end; ++i) visit(i);
    }

    bool operator==(const Grid& other) const {
        return width_ == other.width_ && height_ == other.height_;
    }

   private:
    int width_, height_, stride_;
    std::array<int, 8> offsets_;
};

}
