function draw(d, keys, words) {
  const high = 28, top = 38, places = {}
  let s = rect(2, 28, 356, 306, 16, 'rim') + rect(2, 28, 356, 300, 16, 'wood')
  s += rect(8, 34, 66, 288, 8, 'pit') + rect(196, 34, 124, 288, 8, 'pit')
  for (const side of [0, 1]) {
    d.t[side].forEach(([part, eye, order, mark], n) => {
      const y = top + high * (9 - n), middle = side ? 41 : 253, wide = part ? (side ? 24 + part * .9 : 34 + part * 1.8) : side ? 52 : 90
      s += rect(middle - wide / 2, y, wide, 24, 4, !part ? 'deep' : order == 'out' ? 'worn' : 'pale')
      s += part ? text(middle, y + 12, part, 17, 'ink') : text(middle, y + 12, '?', 15, 'faint')
      if (eye) s += disc(middle + wide / 2 - 8, y + 6, 3, 'sign')
      if (mark) s += rect(middle - wide / 2, y, wide, 24, 4, mark == 'chosen' ? 'chosen' : 'ring')
      if (side) return
      if (order) s += rect(312, y, 5, 24, 2, order == 'in' ? 'light' : 'deep')
      const key = '' + (n + 1)
      s += keys.has(key) ? pill(339, y + 12, key, mark == 'chosen') : text(339, y + 12, key, 16, 'ink')
      places[key] = [196, y - 2, 164, high]
    })
  }
  s += text(135, 46, d.n[0] + ' / ' + d.n[1], 15, 'ink')
  const [left, talon] = d.k, [hand, hold] = d.h
  s += rect(96, 60, 78, 38, 6, 'deep') + rect(99, 56, 78, 38, 6, 'worn') + text(138, 75, words || left, words ? 14 : 18, 'ink')
  if (keys.has('draw')) s += rect(99, 56, 78, 38, 6, talon ? 'chosen' : 'open')
  places.draw = [80, 52, 110, 48]
  s += rect(84, 108, 106, 44, 8, 'deep') + rect(135 - 19 - hand * .7, 116, 38 + hand * 1.4, 28, 4, 'pale') + text(135, 130, hand, 22, 'ink')
  if (keys.has('pass')) s += rect(84, 108, 106, 44, 8, hold ? 'chosen' : 'open')
  places.pass = [80, 104, 114, 52]
  if (d.a >= 0) s += d.a ? shape([[76, 130], [83, 124], [83, 136]], 'sign') : shape([[195, 130], [191, 124], [191, 136]], 'sign')
  d.x.forEach((part, n) => {
    const x = 82 + n % 4 * 28, y = 162 + Math.floor(n / 4) * 25
    s += rect(x, y, 26, 22, 3, 'pale') + text(x + 13, y + 11, part, 14, 'ink')
    if (n == d.x.length - 1 && d.w) s += rect(x, y, 26, 22, 3, 'ring')
  })
  return [360, s + plates(d.p, 348), places]
}
