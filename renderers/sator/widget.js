function man(x, y, r, code) {
  const seat = code & 1, dot = code >> 1 & 3, known = code >> 3
  let s = disc(x, y, r, seat ? 'bone' : 'coal')
  if (dot == 2) s += disc(x, y, r * .72, 'red') + rect(x - r * .34, y - r * .1, r * .68, r * .2, 1, 'light')
  else if (dot == 1) s += disc(x, y, r * .72, 'light') + rect(x - r * .34, y - r * .1, r * .68, r * .2, 1, 'ink') + rect(x - r * .1, y - r * .34, r * .2, r * .68, 1, 'ink')
  else s += emblem(seat, x, y, r * .5, seat ? 'ink' : 'pale')
  return s + (known ? disc(x, y, r * .85, seat ? 'thin' : 'thin bright') : '')
}
function draw(d, keys) {
  const size = 60, left = 38, top = 34, places = {}
  const middle = (n) => [left + size * (n % 5 + .5), top + size * (4.5 - Math.floor(n / 5))]
  let s = rect(2, top - 8, 356, 342, 16, 'rim') + rect(2, top - 8, 356, 336, 16, 'wood')
  for (let n = 0; n < 25; n++) {
    const [x, y] = middle(n), mark = d.m[n], offer = d.o[n]
    const name = d.f[n % 5] + d.r[Math.floor(n / 5)]
    s += rect(x - 30, y - 30, size, size, 0, n % 2 ? 'pale' : 'pit')
    if (mark == 's') s += disc(x, y, 26, 'from')
    if (d.b[n] != '-') s += man(x, y, 23, parseInt(d.b[n], 16))
    if (mark == 'l' || mark == 'x' || mark == 'b') s += disc(x, y, 26, 'ring')
    if (mark == 'x' || mark == 'b') s += disc(x + 20, y - 20, 9, 'sign') + text(x + 20, y - 20, '×', 17, 'light')
    if (offer == 'm') s += disc(x, y, 26, 'open')
    if (offer == 'c') s += disc(x, y, 26, 'dash')
    if (offer == 't') s += disc(x, y, d.b[n] != '-' ? 27 : 10, d.b[n] != '-' ? 'open' : 'target')
    places[name] = [x - 30, y - 30, size, size]
  }
  for (const [from, to] of d.w) {
    const [x, y] = middle(from), [u, v] = middle(to), long = Math.hypot(u - x, v - y), a = (u - x) / long, b = (v - y) / long
    const tip = [u - 20 * a, v - 20 * b]
    s += path(`M${x} ${y}L${tip[0] - 8 * a} ${tip[1] - 8 * b}`, 'way')
    s += shape([tip, [tip[0] - 12 * a - 6 * b, tip[1] - 12 * b + 6 * a], [tip[0] - 12 * a + 6 * b, tip[1] - 12 * b - 6 * a]], 'sign')
  }
  for (let n = 0; n < 5; n++) {
    const x = left + size * (n + .5), letter = d.f[n], pressed = d.h.includes(letter)
    s += text(20, top + size * (4.5 - n), d.r[n], 18, 'ink')
    s += keys.has(letter) || pressed ? pill(x, top + 312, letter, pressed) : text(x, top + 312, letter, 18, 'ink')
    places[letter] = [x - 30, top + 240, size, 84]
  }
  for (const side of [0, 1]) {
    [...d.x[side]].forEach((code, n) => { s += man((side ? 330 : 30) + (side ? -30 : 30) * n, side ? 13 : 384, 12, parseInt(code, 16)) })
  }
  return [398, s + plates(d.p, 384), places]
}
