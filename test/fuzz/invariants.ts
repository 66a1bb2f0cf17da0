import { readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'

const parser = new new JSDOM().window.DOMParser()
const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'poster',
  'ping',
  'background',
  'xlink:href',
])

/** Code from content that could run in a document: the payloads of the fixtures call `hacked()`. */
export function suspicious(html: string): string[] {
  const problems: string[] = []
  for (const element of parser.parseFromString(html, 'text/html').querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isHandler = /^on[a-z]/i.test(name)
      const isCode =
        URL_ATTRIBUTES.has(name) && /^(?:javascript|vbscript|data:text\/html)/i.test(value.replace(/[\p{Cc}\s]/gu, ''))
      if (isHandler || isCode) problems.push(`<${element.localName} ${name}="${value.slice(0, 80)}">`)
    }
    const isProgram = element.localName === 'script' && !(element.getAttribute('type') ?? '').includes('json')
    if (isProgram && /hacked/.test(`${element.textContent}${element.getAttribute('src')}`)) {
      problems.push(`<script>${(element.textContent ?? '').slice(0, 80)}`)
    }
  }
  return problems
}

/** Runs a check, and fails when it takes more CPU time than any input may. Milliseconds. */
export async function inTime<T>(most: number, run: () => Promise<T> | T): Promise<T> {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  const took = (user + system) / 1000
  if (took > most) throw new Error(`${Math.round(took)} ms of the processor, more than ${most}`)
  return result
}

/** Clock ticks of the kernel in a second, as every Linux reports them to programs (proc(5)). */
const TICKS = 100

/**
 * CPU time of a process, in milliseconds, which other programs on the machine do not affect. Zero without /proc: then
 * only hanging is noticed.
 */
export async function processorTime(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (((user ?? 0) + (system ?? 0)) * 1000) / TICKS
}
