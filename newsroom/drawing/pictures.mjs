import { createDice, hashOf } from './chance.mjs'
import { coloursOn } from './palette.mjs'
import { akademia } from './pictures/akademia.mjs'
import { autoblog } from './pictures/autoblog.mjs'
import { bizblog } from './pictures/bizblog.mjs'
import { plus } from './pictures/plus.mjs'
import { post } from './pictures/post.mjs'
import { rozrywka } from './pictures/rozrywka.mjs'

const TABLES = { akademia, autoblog, bizblog, plus, post, rozrywka }

const composed = (service, key, { language, wall, draw }) => ({
  service,
  language,
  content: () => draw(coloursOn(service, wall), createDice(hashOf(key))),
})

/** Pictures composed for their article, by the path of their file; the service gives the colours. */
export const composedPictures = new Map(
  Object.entries(TABLES).flatMap(([service, table]) =>
    Object.entries(table).map(([key, picture]) => [`${key}.webp`, composed(service, key, picture)]),
  ),
)
