/** What a build does at the moment: one line of a terminal that changes, and nothing where there is none. */
import { stdout } from 'node:process'

const ERASE = '\r\x1b[2K'

/** @param total how many steps there are */
export function createProgress(total, out = stdout) {
  const startedAt = performance.now()
  let done = 0
  const show = (text) => {
    if (out.isTTY) out.write(text)
  }
  return {
    step(name) {
      done += 1
      show(`${ERASE}Building ${done}/${total}: ${name} …`)
    },
    end() {
      show(`${ERASE}Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`)
    },
  }
}
