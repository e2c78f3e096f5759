function beans(x, y, count) {
  let s = ''
  for (let n = 0; n < Math.min(count, 12); n++) {
    const a = n * 2.4, r = 5.6 * Math.sqrt(n)
    s += disc((x + r * Math.cos(a)).toFixed(1), (y + r * Math.sin(a)).toFixed(1), 4.6, n % 2 ? 'bean' : 'red')
  }
  return s
}
function draw(d, keys) {
  let s = rect(2, 26, 356, 206, 20, 'rim') + rect(2, 26, 356, 200, 20, 'wood') + plates(d.p, 247)
  const places = { feed: [2, 26, 50, 194] }
  for (const side of [0, 1]) {
    const store = side ? 6 : 312, middle = store + 21, [many, won, chosen] = d.s[side]
    s += rect(store, 54, 42, 158, 20, 'pit') + emblem(d.p[side][0], middle, 40, 9, 'ink')
    s += text(middle, 74, many, 24, 'light') + beans(middle, 150, many)
    if (won) s += rect(store - 1, 92, 44, 20, 10, 'sign') + text(middle, 102, '+' + won, 15, 'light')
    if (chosen) s += rect(store, 54, 42, 158, 20, 'chosen')
    d.c[side].forEach(([beanCount, mark], n) => {
      const x = 51 + 44 * n, y = side ? 62 : 128
      s += rect(x, y, 38, 54, 19, 'pit') + beans(x + 19, y + 27, beanCount)
      if (mark == 'x') s += text(x + 19, y + 27, '×', 34, 'light')
      if (mark) s += rect(x, y, 38, 54, 19, { x: 'ring', l: 'ring', c: 'chosen' }[mark] || 'from')
      s += text(x + 19, side ? 48 : 194, beanCount, 22, beanCount ? 'ink' : 'faint')
      const key = side ? 6 - n : n + 1
      if (d.p[side][1] == 'turn' && keys.has('' + key)) {
        places[key] = [x - 3, y - 4, 44, 108]
        s += pill(x + 19, 217, key, mark == 'c')
      }
    })
  }
  return [260, s, places]
}
