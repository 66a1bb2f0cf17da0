import { luminance } from './colours.mjs'

/*
 * Roles of a colour. On the wall: `ground`, `field` (the second shape), `line` (texture), `deep` (shadows).
 * On the object: `body` and its `shade`, `mark` (readable on the body), `light` (paper, glow), `ink` (read on paper).
 * Beside them `accent`, the loudest, and `second`, a companion of the body.
 */
const ROLES = ['ground', 'field', 'line', 'deep', 'body', 'shade', 'mark', 'light', 'ink', 'accent', 'second']

const variant = (colours) =>
  Object.fromEntries(colours.split(' ').map((colour, position) => [ROLES[position], `#${colour}`]))

/** The order of a variant's colours is that of `ROLES`; each service has dark and light walls. */
const PALETTES = {
  akademia: [
    variant('1c1146 2b1c66 3e2b87 0f0830 7a58f2 573ac6 ffffff f2eaff 1c1146 ffb02e b99cff'),
    variant('3b1672 4e2491 6335ad 260a52 ffb52f e28a10 3b1672 fff2d8 2a0d57 ff7a4d a884f0'),
    variant('ece4fb dacbf6 c3adec bda5e8 4d29ad 361a82 ffffff ffffff 1e1149 ffa21a 9272e4'),
  ],
  post: [
    variant('151920 222935 343e4d 07090d e3262c a9141b ffffff f5f1ea 151920 ff9673 76859a'),
    variant('f0ece4 dfd9cd c9c1b2 bdb4a3 1c222c 0c1016 ffffff ffffff 151920 de232a 8893a1'),
    variant('cf2028 b5151d 991017 8a0b12 161a22 05070a ffffff fcf4ec 161a22 ffa587 ee7f72'),
  ],
  plus: [
    variant('f3e7cf e6d3ac d2b985 ccb07a 4d301c 341e10 fff4dc fffaf0 2e1b0e c8861a 96703f'),
    variant('2e1d12 432b1a 5c3f27 190e07 efdcb0 c9ab72 4a2d19 fffaf0 2e1d12 da9722 a0683a'),
    variant('e3b453 edc876 cb993a ba8a2f 432918 28160b fff1d2 fff9ec 3b2415 cc4f1c 946126'),
  ],
  rozrywka: [
    variant('2a0a34 441250 62206f 170320 e8248f ad0f66 ffffff ffe8f5 2a0a34 2fd8ec 9a45bf'),
    variant('4d0f4f 6b1769 8a2685 320635 2fd0e6 1494b1 2a0a34 e6fbff 2a0a34 ff4fa9 c452b8'),
    variant('fbe4f0 f5cbe1 e6a9cb e39fc6 4c125b 2f083b ffffff ffffff 2a0a34 0fb3cd e6399a'),
  ],
  bizblog: [
    variant('063a3f 0c5055 1b6a6d 03252a f4e6c4 d3bd8a 0b4c50 fffaec 063a3f f0b043 46a89e'),
    variant('f6ecd5 e9dbb6 d4c192 cdb886 0c5559 05393d fff3d6 fffdf6 05292d e58a35 4aa39a'),
    variant('0e6767 1a7b79 2f918c 074849 fdf0d0 dcc48d 0b4c50 fffaec 063a3f ffb84d 62b9a6'),
  ],
  autoblog: [
    variant('1c3347 28465e 3a5f7d 0f1f2d ff7d1f cb5606 ffffff eef4f9 14273a 84c5ee 5f8fb4'),
    variant('dbe7ef c4d6e3 a7c0d2 a2bccf 2f5a7b 1d3f5a ffffff ffffff 12273a ff7a1a 6f9dbe'),
    variant('426f90 36607f 5785a6 27495f f6f2ea c9d3da 1c3347 ffffff 14273a ff8a2b a9cbe2'),
  ],
}

const FALLBACK_SERVICE = 'akademia'

export const isService = (folder) => Object.hasOwn(PALETTES, folder)

const WALLS = ['dark', 'middle', 'light']

/** The wall that a picture of the table asks for: a service's variants in the order of their grounds' lightness. */
export const coloursOn = (service, wall) =>
  PALETTES[service].toSorted((one, other) => luminance(one.ground) - luminance(other.ground))[WALLS.indexOf(wall)]

export const coloursFor = (folder, dice) => dice.pick(PALETTES[isService(folder) ? folder : FALLBACK_SERVICE])
