import { createHash, randomInt } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { ROOT } from '../support/root.ts'

/** A consumer of outside input, and its invariant for any input. Inputs are JSON, so that they can be stored. */
export interface Target<T> {
  name: string
  inputs: fc.Arbitrary<T>
  /** Rejects when the invariant does not hold. */
  check(input: T): Promise<void>
  prepare?(): Promise<void>
  finish?(): Promise<void>
}

/** Length of a run: a number of inputs of one seed, or a number of seconds of any. */
export type Length = { runs: number; seed: number } | { seconds: number; seed?: number }

const KEPT = join(ROOT, 'test/fuzz/kept')
/** Additional time for replaying, shrinking and the end of the last check. Milliseconds. */
const MARGIN_MS = 120_000
/** More runs than any time is enough for. */
const ENDLESS = 1_000_000_000

/** Tests of a target: every input that failed once, and new ones. A failing input is stored in `test/fuzz/kept/`. */
export function fuzz<T>(target: Target<T>, length: Length): void {
  const { name, check } = target
  describe(name, () => {
    beforeAll(() => target.prepare?.(), MARGIN_MS)
    afterAll(() => target.finish?.())

    test(
      'holds for every input that failed once',
      async () => {
        for (const { input } of await keptInputs<T>(name)) await check(input)
      },
      MARGIN_MS,
    )

    const seed = length.seed ?? randomInt(2 ** 31 - 1)
    const title = 'runs' in length ? `${length.runs} inputs` : `${length.seconds} s`
    test(
      `holds for ${title} of seed ${seed}`,
      async () => {
        const details = await fc.check(fc.asyncProperty(target.inputs, check), {
          seed,
          numRuns: 'runs' in length ? length.runs : ENDLESS,
          ...('seconds' in length && { interruptAfterTimeLimit: length.seconds * 1000, markInterruptAsFailure: false }),
        })
        if ('seconds' in length) console.info(`${name}: ${details.numRuns} inputs of seed ${seed}`)
        if (!details.failed) return
        const [input] = details.counterexample ?? []
        const file = await keep(name, input, details.errorInstance)
        throw new Error(`seed ${seed}, kept as ${file}`, { cause: details.errorInstance })
      },
      'seconds' in length ? length.seconds * 1000 + MARGIN_MS : MARGIN_MS,
    )
  })
}

interface FailedInput<T> {
  /** The failed check. */
  failure: string
  input: T
}

async function keptInputs<T>(name: string): Promise<Array<FailedInput<T>>> {
  const folder = join(KEPT, name)
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.json')).sort()
  return Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as FailedInput<T>),
  )
}

async function keep(name: string, input: unknown, error: unknown): Promise<string> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 300)
  const text = `${JSON.stringify({ failure: message, input }, null, 2)}\n`
  const file = `${name}/${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 12)}.json`
  await mkdir(join(KEPT, name), { recursive: true })
  await writeFile(join(KEPT, file), text)
  return `test/fuzz/kept/${file}`
}
