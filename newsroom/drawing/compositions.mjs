import { createDice, hashOf } from './chance.mjs'
import { akademia } from './compositions/akademia.mjs'
import { autoblog } from './compositions/autoblog.mjs'
import { bizblog } from './compositions/bizblog.mjs'
import { plus } from './compositions/plus.mjs'
import { post } from './compositions/post.mjs'
import { rozrywka } from './compositions/rozrywka.mjs'
import { coloursOn } from './palette.mjs'

const TABLES = { akademia, autoblog, bizblog, plus, post, rozrywka }

const composed = (service, key, { language, wall, draw, drawSmall }) => ({
  service,
  language,
  content: () => draw(coloursOn(service, wall), createDice(hashOf(key))),
  small: () => drawSmall(coloursOn(service, wall), createDice(hashOf(key))),
})

/** Images composed for their article, by the path of their file; the service gives the colours. */
export const compositions = new Map(
  Object.entries(TABLES).flatMap(([service, table]) =>
    Object.entries(table).map(([key, parts]) => [`${key}.webp`, composed(service, key, parts)]),
  ),
)
