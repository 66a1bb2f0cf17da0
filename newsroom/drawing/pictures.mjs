import { akademia } from './pictures/akademia.mjs'
import { autoblog } from './pictures/autoblog.mjs'
import { bizblog } from './pictures/bizblog.mjs'
import { plus } from './pictures/plus.mjs'
import { post } from './pictures/post.mjs'
import { rozrywka } from './pictures/rozrywka.mjs'

const TABLES = { akademia, autoblog, bizblog, plus, post, rozrywka }

/** Pictures composed for their article, by the path of their file without its ending; the service gives the colours. */
export const composedPictures = new Map(
  Object.entries(TABLES).flatMap(([service, table]) =>
    Object.entries(table).map(([key, picture]) => [`${key}.webp`, { service, ...picture }]),
  ),
)
