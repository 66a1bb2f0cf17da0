import { text, type WireBlock } from '../wire.ts'

const OWN_CLASSES = /^\s*<(?:p|div|section|aside)\b[^<>]*?\sclass=["']([^"'<>]*)["']/i
/** An editor's element has its class attribute within these characters. */
const MAX_HEAD = 2000

export function editorClasses({ attrs, innerHTML }: WireBlock): string[] {
  const classes = text.parse(attrs.className) ?? OWN_CLASSES.exec(innerHTML.slice(0, MAX_HEAD))?.[1] ?? ''
  return classes.split(/\s+/)
}
