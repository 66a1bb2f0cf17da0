import { BOARD } from '../geometry.mjs'
import { withoutWords } from '../lettering.mjs'
import { group, rect } from '../shapes.mjs'

const onWall = (content) => (colours, dice) =>
  rect(0, 0, BOARD.width, BOARD.height, colours.ground) + content(colours, dice)

/**
 * A composition speaks one visual language; it is a wall of the service's palette and what is drawn on it. `small` is its
 * form for the small card of a phone, by default the same without words.
 */
export const composition = (language, wall, content, small) => ({
  language,
  wall,
  draw: onWall(content),
  drawSmall: small ? onWall(small) : (colours, dice) => withoutWords(() => onWall(content)(colours, dice)),
})

/** Where the eye stands: `scale` above 1 is near, below 1 wide; `x` and `y` are the point of the drawing in the middle. */
export const cropped = (content, { x = BOARD.width / 2, y = BOARD.height / 2, scale = 1, angle = 0 } = {}) =>
  group(group(content, { x: -x, y: -y }), { x: BOARD.width / 2, y: BOARD.height / 2, scale, angle })
