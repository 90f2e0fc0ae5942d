/** Creation of SVG elements. */

/** @param {string} tag @param {Record<string, unknown>} [attributes] @param {(Node | string)[]} [children] */
export function createSvg(tag, attributes = {}, children = []) {
  const created = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, String(value));
  created.append(...children);
  return created;
}
