/**
 * The skins of the board. A skin draws the cells, flags and mines of a theme, and the theme provides the colours.
 */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {(context: Context, side: number, palette: Palette) => void} Draw */
/**
 * @typedef {{hidden: Draw, revealed: Draw, mine: Draw, explosion: Draw, textScale: number, glow: number,
 *   flag: (context: Context, side: number, palette: Palette, kind: "F" | "f") => void}} Skin A skin. `glow` is the
 *   radius of the light around symbols, as a fraction of the cell size.
 */
import {
  cellInset, drawExplosion, drawFlag, drawHidden, drawMine, drawRevealed, fillCircle, fillPath, fillRoundedRect,
  inUnitSquare, strokePath,
} from "./cell_symbols.js";

/** Shapes in a unit square, as SVG path data. */
const BEVEL_SHADOW = "M1 0V1H0Z";
const CLASSIC_FLAG = "M.56 .18V.52L.24 .35Z";
const CLASSIC_BASE = "M.36 .69H.72V.76H.82V.84H.24V.76H.36Z";
const PENCIL_FLAG = "M.4 .18Q.6 .2 .8 .34Q.6 .42 .41 .52Z";
const SCRIBBLE = "M.3 .42Q.5 .2 .68 .36T.64 .66Q.4 .78 .32 .58T.5 .36Q.66 .4 .6 .56T.42 .56";

/** @type {Skin} */
const SOFT = {
  hidden: drawHidden,
  revealed: drawRevealed,
  flag: drawFlag,
  mine: drawMine,
  explosion: drawExplosion,
  textScale: 0.62,
  glow: 0,
};

/** Raised grey tiles with a sharp bevel. @type {Skin} */
const CLASSIC = {
  ...SOFT,
  textScale: 0.68,
  hidden: (context, side, palette) => {
    const edge = Math.max(2, Math.round(side * 0.125));
    context.fillStyle = palette["hidden-highlight"];
    context.fillRect(0, 0, side, side);
    inUnitSquare(context, side, () => fillPath(context, palette["hidden-shadow"], BEVEL_SHADOW));
    context.fillStyle = palette["hidden-top"];
    context.fillRect(edge, edge, side - 2 * edge, side - 2 * edge);
  },
  revealed: (context, side, palette) => {
    const line = Math.max(1, Math.round(side / 16));
    context.fillStyle = palette["revealed-border"];
    context.fillRect(0, 0, side, side);
    context.fillStyle = palette.revealed;
    context.fillRect(line, line, side - line, side - line);
  },
  flag: (context, side, palette, kind) => inUnitSquare(context, side, () => {
    context.fillStyle = palette.flagpole;
    context.fillRect(0.53, 0.18, 0.065, 0.54);
    fillPath(context, palette.flagpole, CLASSIC_BASE);
    fillPath(context, palette[kind === "F" ? "flag" : "ai-flag"], CLASSIC_FLAG);
    if (kind === "f") fillCircle(context, palette["hidden-highlight"], 0.46, 0.35, 0.055);
  }),
  explosion: (context, side, palette) => {
    context.fillStyle = palette.explosion;
    context.fillRect(0, 0, side, side);
  },
};

/** Pencil strokes on squared paper. @type {Skin} */
const PAPER = {
  ...SOFT,
  textScale: 0.66,
  hidden: (context, side, palette) => {
    PAPER.revealed(context, side, palette);
    const inset = side * 0.09;
    context.save();
    context.beginPath();
    context.rect(inset, inset, side - 2 * inset, side - 2 * inset);
    context.fillStyle = palette["hidden-top"];
    context.fill();
    context.clip();
    context.strokeStyle = palette["hidden-shadow"];
    context.lineWidth = Math.max(1, side * 0.035);
    // The hatching meets the edges at the same places in every cell, so the pattern continues across neighbouring
    // cells.
    for (let x = -side; x < side * 2; x += side / 6) {
      context.beginPath();
      context.moveTo(x, side);
      context.lineTo(x + side, 0);
      context.stroke();
    }
    context.restore();
    inUnitSquare(context, side, () =>
      strokePath(context, palette["hidden-bottom"], "M.08 .1L.92 .085L.91 .92L.075 .9Z", 0.035));
  },
  revealed: (context, side, palette) => {
    context.fillStyle = palette.revealed;
    context.fillRect(0, 0, side, side);
    const line = Math.max(1, Math.round(side * 0.03));
    context.fillStyle = palette["revealed-border"];
    context.fillRect(side - line, 0, line, side);
    context.fillRect(0, side - line, side, line);
  },
  flag: (context, side, palette, kind) => inUnitSquare(context, side, () => {
    fillRoundedRect(context, palette.revealed, 0.14, 0.12, 0.72, 0.76, 0.1);
    strokePath(context, palette.flagpole, "M.4 .18Q.385 .5 .41 .8M.28 .81L.54 .8", 0.055);
    const colour = palette[kind === "F" ? "flag" : "ai-flag"];
    fillPath(context, colour, kind === "F" ? PENCIL_FLAG : "M.4 .18L.8 .2L.68 .35L.8 .5L.41 .52Z");
    if (kind === "f") fillCircle(context, palette.revealed, 0.55, 0.35, 0.06);
  }),
  mine: (context, side, palette) => inUnitSquare(context, side, () => {
    strokePath(context, palette.mine, SCRIBBLE, 0.13);
    strokePath(context, palette.mine, "M.5 .16L.5 .3M.5 .72L.49 .86M.15 .5L.3 .49M.71 .5L.86 .51", 0.06);
  }),
};

/** Glowing outlines in the dark. @type {Skin} */
const NEON = {
  ...SOFT,
  textScale: 0.6,
  glow: 0.22,
  hidden: (context, side, palette) => {
    NEON.revealed(context, side, palette);
    const inset = Math.max(1.5, side * 0.06);
    const shade = context.createLinearGradient(0, 0, 0, side);
    shade.addColorStop(0, palette["hidden-top"]);
    shade.addColorStop(1, palette["hidden-bottom"]);
    const box = side - 2 * inset;
    fillRoundedRect(context, shade, inset, inset, box, box, side * 0.16);
    context.lineWidth = Math.max(1, side * 0.035);
    context.strokeStyle = palette["hidden-highlight"];
    context.shadowColor = palette["hidden-highlight"];
    context.shadowBlur = side * 0.1;
    context.stroke();
    context.shadowBlur = 0;
  },
  revealed: (context, side, palette) => {
    context.fillStyle = palette.revealed;
    context.fillRect(0, 0, side, side);
    fillCircle(context, palette["revealed-border"], side, side, Math.max(1, side * 0.045));
    fillCircle(context, palette["revealed-border"], 0, side, Math.max(1, side * 0.045));
    fillCircle(context, palette["revealed-border"], side, 0, Math.max(1, side * 0.045));
    fillCircle(context, palette["revealed-border"], 0, 0, Math.max(1, side * 0.045));
  },
  mine: (context, side, palette) => inUnitSquare(context, side, () => {
    strokePath(context, palette.mine, "M.5 .14V.3M.5 .7V.86M.14 .5H.3M.7 .5H.86M.25 .25L.35 .35M.65 .65L.75 .75M.75 .25L.65 .35M.35 .65L.25 .75", 0.06);
    strokePath(context, palette.mine, "M.34 .5A.16 .16 0 1 1 .66 .5A.16 .16 0 1 1 .34 .5", 0.07);
    fillCircle(context, palette["mine-light"], 0.5, 0.5, 0.06);
  }),
};

/** A lawn with flower beds instead of mines. @type {Skin} */
const GARDEN = {
  ...SOFT,
  textScale: 0.64,
  hidden: (context, side, palette) => {
    context.fillStyle = palette["hidden-top"];
    context.fillRect(0, 0, side, side);
    inUnitSquare(context, side, () => strokePath(
      context, palette["hidden-shadow"], "M.22 .36L.26 .24L.31 .36M.62 .78L.67 .64L.72 .78M.74 .3L.78 .2", 0.035));
  },
  revealed: (context, side, palette) => {
    context.fillStyle = palette.revealed;
    context.fillRect(0, 0, side, side);
    inUnitSquare(context, side, () => {
      fillCircle(context, palette["revealed-border"], 0.14, 0.82, 0.022);
      fillCircle(context, palette["revealed-border"], 0.88, 0.2, 0.018);
    });
  },
  mine: (context, side, palette) => inUnitSquare(context, side, () => {
    for (let i = 0; i < 6; i++) {
      const angle = (i * Math.PI) / 3;
      fillCircle(context, palette.mine, 0.5 + 0.2 * Math.cos(angle), 0.5 + 0.2 * Math.sin(angle), 0.145);
    }
    fillCircle(context, palette["mine-light"], 0.5, 0.5, 0.13);
  }),
};

/** @type {Record<string, Skin>} */
const SKINS = {
  soft: SOFT,
  flat: { ...SOFT, hidden: (context, side, palette) => drawHidden(context, side, palette, true) },
  classic: CLASSIC,
  paper: PAPER,
  neon: NEON,
  garden: GARDEN,
};

/** @param {string} name the value of `--board-skin` @returns {Skin} */
export const skinNamed = (name) => SKINS[name] ?? SOFT;

/** Fills a cell with the colour of its odds. @param {Context} context @param {number} side @param {string} colour */
export function fillOdds(context, side, colour) {
  const inset = cellInset(side);
  fillRoundedRect(context, colour, inset, inset, side - 2 * inset, side - 2 * inset, side * 0.12);
}
