/** Where things lie in a picture: polygons by their corners, `[x, y]` in its pixels. */

const ASIDE = 2; // how much more it counts to lie aside than to be far

export function middle(corners) {
  return extents(corners).map(([least, most]) => (least + most) / 2);
}

/** The lesser of how wide and how high it is. */
export function narrowest(corners) {
  return Math.min(...extents(corners).map(([least, most]) => most - least));
}

/** From where to where it reaches, across and down. */
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

/** Of these places the one nearest to a point; in one way, if it is given, as `[right, down]`. */
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

/** A CSS shape of a polygon in a picture of this size. */
export function clip(corners, { width, height }) {
  return `polygon(${corners.map(([x, y]) => `${(100 * x) / width}% ${(100 * y) / height}%`).join()})`;
}
