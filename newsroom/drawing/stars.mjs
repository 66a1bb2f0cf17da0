import { distance, openLine, range, starPolygon, trace } from './geometry.mjs'
import { circle, clipTo, group, hatching, mount, polygon, rect, stroke } from './shapes.mjs'

/* gwiazdy: stars */

const spark = (x, y, radius, fill) => group(polygon(starPolygon(4, radius, radius * 0.28), fill), { x, y })

const dust = (colours, dice, count) =>
  range(count, () => {
    const [x, y] = [dice.between(20, 1180), dice.between(20, 580)]
    return dice.chance(0.25)
      ? spark(x, y, dice.between(18, 36), colours.second)
      : circle(x, y, dice.between(3, 7), colours.light)
  }).join('')

const constellation = (colours, dice) => {
  const count = dice.integer(7, 9)
  const places = range(count, (position) => [150 + (900 / (count - 1)) * position, 300 + dice.between(-190, 190)])
  const branch = [places[dice.integer(2, count - 3)], [600 + dice.between(-60, 60), dice.pick([70, 530])]]
  const line = stroke(openLine(places) + openLine(branch), colours.second, 6)
  const hero = dice.integer(2, count - 3)
  const one = ([x, y], position) =>
    position === hero
      ? circle(x, y, 110, colours.field) +
        spark(x + 14, y + 14, 150, colours.deep) +
        spark(x, y, 150, colours.accent) +
        spark(x, y, 66, colours.light)
      : spark(x, y, dice.between(34, 64), position % 2 ? colours.light : colours.body)
  return dust(colours, dice, 26) + line + [...places, branch[1]].map(one).join('')
}

const facetedStar = (colours, dice) => {
  const [x, y, radius] = [600 + dice.between(-130, 130), 312, dice.between(270, 320)]
  const tips = dice.pick([5, 5, 6, 8])
  const corners = starPolygon(tips, radius, radius * dice.between(0.4, 0.52))
  const facet = (corner, position) => {
    const next = corners[(position + 1) % corners.length]
    const tone = position % 2 ? colours.body : colours.accent
    return polygon([[0, 0], corner, next], tone)
  }
  const angle = dice.between(-16, 16)
  const star =
    corners.map(facet).join('') +
    polygon(
      corners.map(([cx, cy]) => [cx * 0.3, cy * 0.3]),
      colours.light,
    )
  return (
    dust(colours, dice, 22) +
    group(polygon(corners, colours.deep), { x: x + 30, y: y + 30, angle }) +
    group(star, { x, y, angle })
  )
}

const shootingStars = (colours, dice) => {
  const angle = dice.sign() * dice.between(18, 34)
  const one = (position) => {
    const [x, y, size] = [dice.between(-280, 360), -210 + position * 146, dice.between(60, 100)]
    const tail = [-0.42, 0, 0.42].map((shift, stripe) =>
      rect(
        x - 1100,
        y + shift * size - size * 0.13,
        1100,
        size * 0.26,
        [colours.second, colours.accent, colours.body][stripe],
      ),
    )
    return (
      tail.join('') +
      group(polygon(starPolygon(5, size, size * 0.5), colours.light), { x, y, angle: dice.between(0, 70) })
    )
  }
  return dust(colours, dice, 20) + group(range(4, one).join(''), { x: 600, y: 300, angle })
}

const planet = (colours, dice) => {
  const [x, y, radius] = [600 + dice.between(-160, 160), 310, dice.between(175, 215)]
  const disc = circle(0, 0, radius, '#000')
  const bands = hatching(colours.second, { gap: radius * 0.42, width: radius * 0.2, angle: 0 })
  const [wide, flat] = [radius * 1.75, radius * 0.42]
  const front = trace`M${-wide},0a${wide},${flat} 0 0 0 ${wide * 2},0`
  const orbit = front + trace`a${wide},${flat} 0 0 0 ${-wide * 2},0Z`
  const ball =
    stroke(orbit, colours.accent, 26) +
    circle(0, 0, radius, colours.body) +
    clipTo(disc, group(bands, { x: -600, y: -300 }) + circle(radius * 0.9, radius * 0.5, radius, colours.shade)) +
    stroke(front, colours.accent, 26)
  return (
    dust(colours, dice, 26) +
    spark(170, 150, 90, colours.light) +
    spark(1010, 470, 64, colours.accent) +
    group(ball, { x, y, angle: dice.between(-26, 26) })
  )
}

const nearest = (place, places) => Math.min(...places.map((other) => distance(place, other)))

/** Of a few places the one farthest from the stars already there: a scatter without heaps. */
const roomiest = (spots, dice) =>
  range(14, () => [dice.between(100, 1100), dice.between(80, 520)]).sort(
    (a, b) => nearest(b, spots) - nearest(a, spots),
  )[0]

const starField = (colours, dice) => {
  const sizes = [190, 110, 90, 80, 64, 56, 50, 44]
  const spots = [[600 + dice.between(-100, 100), 300]]
  while (spots.length < sizes.length) {
    spots.push(roomiest(spots, dice))
  }
  const fills = [colours.accent, colours.body, colours.light, colours.second]
  const one = ([x, y], position) => {
    const corners = starPolygon(5, sizes[position], sizes[position] * 0.48)
    const star = polygon(corners, fills[position % 4])
    return mount({ x, y, angle: position * 17 }, colours, (fill) => polygon(corners, fill), star, 18)
  }
  return dust(colours, dice, 16) + spots.map(one).join('')
}

export const gwiazdy = (colours, dice) =>
  dice.pick([constellation, constellation, facetedStar, facetedStar, shootingStars, planet, starField])(colours, dice)
