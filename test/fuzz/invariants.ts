import { readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'

const parser = new new JSDOM().window.DOMParser()
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'data', 'poster', 'ping', 'background', 'xlink:href'])

/** What could run in a document though content brought it: the payloads of the fixtures call `hacked()`. */
export function suspicious(html: string): string[] {
  const problems: string[] = []
  for (const element of parser.parseFromString(html, 'text/html').querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isHandler = /^on[a-z]/i.test(name)
      const isCode =
        ADDRESSES.has(name) && /^(?:javascript|vbscript|data:text\/html)/i.test(value.replace(/[\p{Cc}\s]/gu, ''))
      if (isHandler || isCode) problems.push(`<${element.localName} ${name}="${value.slice(0, 80)}">`)
    }
    const isProgram = element.localName === 'script' && !(element.getAttribute('type') ?? '').includes('json')
    if (isProgram && /hacked/.test(`${element.textContent}${element.getAttribute('src')}`)) {
      problems.push(`<script>${(element.textContent ?? '').slice(0, 80)}`)
    }
  }
  return problems
}

/** Runs a check, and fails when it takes more of the processor than any input may. Milliseconds. */
export async function inTime<T>(most: number, run: () => Promise<T> | T): Promise<T> {
  const before = process.cpuUsage()
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  const took = (user + system) / 1000
  if (took > most) throw new Error(`${Math.round(took)} ms of the processor, more than ${most}`)
  return result
}

/** Ticks of the kernel's clock in a second, as every Linux counts them for programs (proc(5)). */
const TICKS = 100

/**
 * What a process has had of the processor, in milliseconds: other programs of the machine make it no longer. Where there
 * is no /proc, nothing, and only hanging is noticed.
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
