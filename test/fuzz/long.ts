/** `npm run fuzz`: new inputs for FUZZ_SECONDS in all (60), from FUZZ_SEED if set. */
import { fuzz } from './target.ts'
import { blocks } from './targets/blocks.ts'
import { frontMatter } from './targets/front-matter.ts'
import { framing } from './targets/http.ts'
import { hubResponses } from './targets/hub.ts'
import { wxrFiles } from './targets/wxr.ts'

const TARGETS = 5
const seconds = Math.max(1, Number(process.env.FUZZ_SECONDS ?? 60)) / TARGETS
const seed = process.env.FUZZ_SEED
const length = { seconds, ...(seed !== undefined && { seed: Number(seed) }) }

fuzz(frontMatter, length)
fuzz(wxrFiles, length)
fuzz(blocks, length)
fuzz(hubResponses, length)
fuzz(framing, length)
