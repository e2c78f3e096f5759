/** Polygons in a picture, given by their corners: `[x, y]` in its pixels. */

const ASIDE = 2; // weight of the distance sideways, compared to that ahead

export function middle(corners) {
  return extents(corners).map(([least, most]) => (least + most) / 2);
}

/** The smaller of width and height. */
export function narrowest(corners) {
  return Math.min(...extents(corners).map(([least, most]) => most - least));
}

/** The least and greatest coordinate, across and down. */
function extents(corners) {
  return [0, 1].map((axis) => corners.map((corner) => corner[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
}

/** Whether a point lies in a polygon: a ray from it crosses the edges an odd number of times. */
export function inside([x, y], corners) {
  const crossed = corners.filter(([right, low], index) => {
    const [left, high] = corners.at(index - 1);
    return low > y !== high > y && x < ((left - right) * (y - low)) / (high - low) + right;
  });
  return crossed.length % 2 === 1;
}

/** The place nearest to a point; with `way` (`[right, down]`), the nearest one in that direction. */
export function nearest([x, y], places, way = null) {
  const far = ({ middle: [across, down] }) => {
    const [right, low] = [across - x, down - y];
    if (!way) return Math.hypot(right, low);
    const along = right * way[0] + low * way[1];
    return along > 0 ? along + ASIDE * Math.abs(right * way[1] + low * way[0]) : Infinity;
  };
  const best = places.reduce((one, other) => (one && far(one) <= far(other) ? one : other), null);
  return best && far(best) < Infinity ? best : null;
}

/** The CSS `clip-path` of a polygon in a picture of this size. */
export function clip(corners, { width, height }) {
  return `polygon(${corners.map(([x, y]) => `${(100 * x) / width}% ${(100 * y) / height}%`).join()})`;
}
