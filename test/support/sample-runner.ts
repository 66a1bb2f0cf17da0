import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { configurationProblem } from './configuration-sample.ts'
import type { Sample, Shown, Step } from './samples.ts'

export interface Place {
  /** An empty folder, in which the first command runs. */
  folder: string
  /** Of every command. */
  environment: Readonly<Record<string, string | undefined>>
  port: number
  /** What stands in samples for something of the reader's own: `https://blog.example`. */
  standIns: ReadonlyMap<string, string>
}

export interface Outcome {
  run: number
  checked: number
  notRun: string[]
}

const START_MS = 60_000
const COMMAND_MS = 240_000
const TRY_MS = 200
const DOCUMENTED_ORIGIN = 'http://localhost:3000'
/** Words of an output that differ each time. */
const OMITTED = '…'

/**
 * Does what a document says, in its order: writes its files, runs its commands in one folder, each where the one before has left
 * off and with its variables, and asks for the pages that it names.
 * @throws at the first sample that does not do what the document says, with file and line
 */
export async function follow(steps: readonly Step[], place: Place): Promise<Outcome> {
  const follower = new Follower(place)
  try {
    for (const step of steps) {
      if ('sample' in step) await follower.sample(step.sample)
      else await follower.shown(step.shown)
    }
    return follower.outcome
  } finally {
    await follower.stop()
  }
}

class Follower {
  readonly outcome: Outcome = { run: 0, checked: 0, notRun: [] }
  private output = ''
  private serving: ChildProcess | undefined
  private served = ''

  constructor(private readonly place: Place) {}

  async sample(sample: Sample): Promise<void> {
    const { check, file, line } = sample
    const at = `${file}:${line}`
    switch (check.kind) {
      case 'run':
        await this.run(at, this.own(sample.text), check.exitCode)
        break
      case 'start':
        await this.start(at, this.own(sample.text), { file, line, path: check.path, text: check.text })
        break
      case 'write':
        await this.write(check.path, this.own(sample.text), check.isAppended)
        break
      case 'output':
        this.compare(at, this.own(sample.text))
        break
      case 'configuration': {
        const reason = await configurationProblem(check.of, this.own(sample.text), at)
        if (reason === undefined) break
        this.outcome.notRun.push(`${at} (${sample.language}): ${reason}`)
        return
      }
      case 'not run':
        this.outcome.notRun.push(`${at} (${sample.language}): ${check.reason}`)
        return
    }
    this.outcome[check.kind === 'run' || check.kind === 'start' ? 'run' : 'checked'] += 1
  }

  /** Another text of the same page may show for a moment: pages are renewed behind a stored one. */
  async shown({ file, line, path, text }: Shown): Promise<void> {
    const until = Date.now() + START_MS
    let last = ''
    while (Date.now() < until) {
      last = await this.page(path)
      if (last.includes(text)) return
      if (this.serving?.exitCode !== null) break
      await wait(TRY_MS)
    }
    throw new Error(`${file}:${line}: ${path} does not show "${text}"\n${last.slice(0, 500)}\n${this.served}`)
  }

  async stop(): Promise<void> {
    const { serving } = this
    this.serving = undefined
    if (!serving?.pid || serving.exitCode !== null) return
    const ended = once(serving, 'close')
    process.kill(-serving.pid, 'SIGINT')
    await ended
  }

  private own(text: string): string {
    const { port, standIns } = this.place
    let own = text.replaceAll(DOCUMENTED_ORIGIN, `http://localhost:${port}`)
    for (const [written, meant] of standIns) own = own.replaceAll(written, meant)
    return own
  }

  private shell(commands: string): ChildProcess {
    const { folder, environment } = this.place
    const state = `'${folder}/.sample-state'`
    const script = `set -e
if [ -e ${state} ]; then . ${state}; fi
trap 'code=$?; { export -p; printf "cd %q\\n" "$PWD"; } >${state}; exit $code' EXIT
${commands}
`
    return spawn('bash', ['-c', script], {
      cwd: folder,
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
  }

  private async run(at: string, commands: string, exitCode: number): Promise<void> {
    const child = this.shell(commands)
    const written: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => written.push(String(chunk)))
    const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), COMMAND_MS)
    const [code] = await once(child, 'close')
    clearTimeout(limit)
    this.output = written.join('')
    if (code !== exitCode)
      throw new Error(`${at}: exit code ${code} in place of ${exitCode}\n${commands}\n${this.output}`)
  }

  private async start(at: string, commands: string, shown: Shown): Promise<void> {
    await this.stop()
    this.served = ''
    this.serving = this.shell(commands)
    for (const stream of [this.serving.stdout, this.serving.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.served = `${this.served}${chunk}`.slice(-4000)
      })
    }
    await this.shown(shown).catch((error: unknown) => {
      throw new Error(`${at}: ${commands}\n${error instanceof Error ? error.message : String(error)}`)
    })
  }

  private async page(path: string): Promise<string> {
    const response = await fetch(`http://localhost:${this.place.port}${path}`).catch(() => undefined)
    return response ? response.text() : ''
  }

  private async write(path: string, text: string, isAppended: boolean): Promise<void> {
    const file = join(this.place.folder, await this.current(), path)
    await mkdir(dirname(file), { recursive: true })
    await (isAppended ? appendFile(file, `\n${text}\n`) : writeFile(file, `${text}\n`))
  }

  /** Folder that the last command ended in, from that of the document. */
  private async current(): Promise<string> {
    const state = await readFile(join(this.place.folder, '.sample-state'), 'utf8').catch(() => '')
    const [, folder = ''] = /^cd (.*)$/m.exec(state) ?? []
    return folder.startsWith(this.place.folder) ? folder.slice(this.place.folder.length) : ''
  }

  private compare(at: string, text: string): void {
    const plain = (one: string): string => one.replace(/\s+/g, ' ')
    const output = plain(this.output)
    for (const part of text.split(OMITTED).map((one) => plain(one).trim())) {
      if (!output.includes(part)) throw new Error(`${at}: the output has no "${part}":\n${this.output}`)
    }
  }
}
