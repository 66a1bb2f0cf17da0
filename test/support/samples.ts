import type { Code, Html, Nodes, Root } from 'mdast'
import { documentFiles, parsedDocument } from './documents.ts'

/** How a sample of a document is checked: a comment before it says so, `<!-- sample: file site/theme.css -->`. */
export type SampleCheck =
  | { kind: 'run'; exitCode: number }
  /** Serves until the next one: a page shows the text. */
  | { kind: 'start'; path: string; text: string }
  | { kind: 'write'; path: string; isAppended: boolean; schema: string | undefined }
  | { kind: 'output' }
  /** A configuration that the named program reads. */
  | { kind: 'configuration'; of: 'nginx' | 'systemd' }
  | { kind: 'not run'; reason: string }

export interface Sample {
  file: string
  line: number
  language: string
  text: string
  check: SampleCheck
}

/** A page of the portal that was started last has a text now: `<!-- shows: /path text -->`. */
export interface Shown {
  file: string
  line: number
  path: string
  text: string
}

export type Step = { sample: Sample } | { shown: Shown }

const FOLDERS = /^docs\/(?:tutorials|how-to)\//
const DIRECTIVE = /^<!-- (sample|shows): ([\s\S]*?) -->$/

export function sampledDocuments(): string[] {
  return documentFiles().filter((file) => FOLDERS.test(file))
}

export function stepsOf(file: string): Step[] {
  return stepsIn(file, parsedDocument(file))
}

/** @throws when a sample does not say how it is checked */
export function stepsIn(file: string, document: Root): Step[] {
  return blocksOf(document).flatMap(({ node, before }): Step[] => {
    const line = node.position?.start.line ?? 0
    if (node.type === 'code') {
      const check = checkOf(node, directiveOf(before, 'sample'), `${file}:${line}`)
      return [{ sample: { file, line, language: node.lang ?? '', text: node.value, check } }]
    }
    const shown = directiveOf(node, 'shows')
    if (shown === undefined) return []
    const [path, text] = firstWord(shown)
    return [{ shown: { file, line, path, text } }]
  })
}

/** Code and comments, those of lists too, each with what stands before it. */
function blocksOf(node: Nodes): Array<{ node: Code | Html; before: Nodes | undefined }> {
  if (!('children' in node)) return []
  return node.children.flatMap((child, index) =>
    child.type === 'code' || child.type === 'html'
      ? [{ node: child, before: node.children[index - 1] }]
      : blocksOf(child),
  )
}

function directiveOf(node: Nodes | undefined, name: 'sample' | 'shows'): string | undefined {
  const [, written, words] = (node?.type === 'html' && DIRECTIVE.exec(node.value.trim())) || []
  return written === name ? words : undefined
}

function checkOf({ lang }: Code, directive: string | undefined, place: string): SampleCheck {
  if (directive === undefined) {
    if (lang === 'sh') return { kind: 'run', exitCode: 0 }
    throw new Error(`${place}: a comment before the sample must say how it is checked`)
  }
  const [name, rest] = firstWord(directive)
  const [first, others] = firstWord(rest)
  switch (name) {
    case 'exit':
      return { kind: 'run', exitCode: Number(first) }
    case 'start':
      return { kind: 'start', path: first, text: others }
    case 'file':
    case 'append':
      return { kind: 'write', path: first, isAppended: name === 'append', schema: /^schema (\S+)$/.exec(others)?.[1] }
    case 'output':
      return { kind: 'output' }
    case 'nginx':
    case 'systemd':
      return { kind: 'configuration', of: name }
    case 'not-run:':
      return { kind: 'not run', reason: rest }
    default:
      throw new Error(`${place}: no such check: ${directive}`)
  }
}

function firstWord(text: string): [string, string] {
  const [word = '', ...others] = text.trim().split(' ')
  return [word, others.join(' ')]
}
