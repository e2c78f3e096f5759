const cut = (s, n) => s.match(RegExp(`.{${n}}`, 'g')) || [], digit = (c) => parseInt(c, 36)
const around = (x, y, e) => [0, 1, 2, 3, 4, 5].map((k) => [x + e * Math.cos(k * 1.0472), y - e * Math.sin(k * 1.0472)])
// In edge lengths, y upwards; the third digit is a corner of the cell and a level.
function place(t) {
  const [c, r, n] = [...t.slice(0, 3)].map(digit), corner = n % 3
  return { x: 1.5 * c + [0, 1, -1][corner], y: (r + c % 2 / 2) * 1.732, level: (n - corner) / 3, more: t.slice(3) }
}
function stone(x, y, e, look, deep) {
  const turn = digit(look[0]), dot = turn > 5 ? 'ink halo' : 'light hem', at = around(x, y, e)
  let s = shape(around(x, y + deep, e), 'rim') + shape(at, 'ink')
  for (let n = 0; n < 3; n++) {
    const [before, tip, after] = [5, 6, 7].map((k) => at[(turn + 2 * n + k) % 6]), u = (x + tip[0]) / 2, v = (y + tip[1]) / 2
    s += shape([[x, y], before, tip, after].map((p) => [p[0] * .92 + u * .08, p[1] * .92 + v * .08]), 'c' + look[n + 1]) + disc(u, v, e * .17, dot)
  }
  return s
}
function draw(d, keys, left) {
  const stones = cut(d.b, 7).map(place), marks = cut(d.m, 4).map(place), ways = cut(d.o, 6), points = [], places = {}
  for (const key of ways.length ? [] : keys) {
    const [all, column, row, corner] = /^([a-z])(\d+)([ew]?)$/.exec(key) || []
    if (all) points.push({ ...place((digit(column) - 10).toString(36) + (row - 1).toString(36) + ' ew'.indexOf(corner || ' ')), key, corner })
  }
  const all = [...stones, ...marks, ...points], span = (axis, sign) => Math.max(...all.map((p) => sign * p[axis]))
  if (!all.length) all.push({ x: 6, y: 5 })
  const wide = span('x', 1) + span('x', -1) + 2.6, tall = span('y', 1) + span('y', -1) + 2.6
  const e = Math.min(32, 348 / wide, 300 / tall), field = Math.max(tall * e, 120)
  const put = (p) => [180 + (p.x - (span('x', 1) - span('x', -1)) / 2) * e, 74 + field / 2 - (p.y - (span('y', 1) - span('y', -1)) / 2 + p.level * .16) * e]
  let s = rect(2, 74, 356, field, 10, 'felt'), y = 74 + field
  for (let level = 0; level < 12; level++) {
    for (const p of stones) if (p.level == level) s += stone(...put(p), e, p.more, 1 + e * .1)
    for (const p of cut(d.g, 3).map(place)) if (p.level == level) s += shape(around(...put(p), e), 'glow')
    for (const p of marks) if (p.level == level) s += shape(around(...put(p), e), { s: 'dash gone', l: 'open' }[p.more] || 'open soft')
  }
  for (const p of points) {
    const [x, y] = put(p), size = Math.max(12, Math.min(18, e * .62)), half = size * p.key.length * .34 + 3
    const bare = !p.corner && !stones.some((o) => o.x == p.x && o.y == p.y)
    s += (bare ? shape(around(x, y, e - 1), 'key') : rect(x - half, y - 11, 2 * half, 22, 5, 'key')) + text(x, y, p.key, size, 'ink')
    places[p.key] = [x - e * .8, y - e * .8, e * 1.6, e * 1.6]
  }
  ways.forEach((way, n) => {
    const x = 35 + 58 * (n % 6), v = 74 + field + 32 + 72 * (n / 6 | 0), key = way.slice(0, 2)
    s += stone(x, v, 25, way.slice(2), 3) + disc(x - 15, v + 37, 9, key[0] == 'b' ? 'ink halo' : 'light hem') + pill(x + 7, v + 37, '→↗↖←↙↘'[key[1]] + '\ufe0e')
    places[key] = [x - 28, v - 28, 56, 78]
    y = v + 48
  })
  // The far supply is one row of small stones; the near one has names, which are its keys.
  for (const side of [1, 0]) {
    const names = cut(d.s[side], 3), size = side ? Math.min(15, 110 / names.length) : 19
    if (!side) y += 30
    s += disc(16, side ? 46 : y, 8, d.p[side][0] ? 'light hem' : 'ink halo')
    if (d.u[side]) s += text(side ? 60 : 60 + 44 * names.length, side ? 46 : y, '? × ' + d.u[side], 15, 'plain')
    names.forEach((name, n) => {
      const x = side ? 42 + n * size * 2.1 : 52 + 44 * (n % 7), v = side ? 46 : y + 58 * (n / 7 | 0)
      s += stone(x, v, size, 0 + name, 2)
      if (side) return
      s += name == d.c || keys.has(name) ? pill(x, v + 30, name, name == d.c) : text(x, v + 30, name, 15, 'plain')
      places[name] = [x - 22, v - 22, 44, 64]
    })
    if (!side) y += 58 * Math.max(0, (names.length - 1) / 7 | 0)
  }
  if (d.k[0]) s += (d.k[1] ? stone(264, 46, 13, 0 + d.k[1], 5) : '') + text(319, 46, left, 14, 'plain')
  return [y + 76, s + plates(d.p, y + 62), places]
}
