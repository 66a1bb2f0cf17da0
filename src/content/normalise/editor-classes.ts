import { text, type WireBlock } from '../wire.ts'

/** The classes of markup's own element. */
const OWN_CLASSES = /^\s*<(?:p|div|section|aside)\b[^<>]*?\sclass=["']([^"'<>]*)["']/i
/** A class attribute stands in the first of these characters, or the element is no editor's. */
const MAX_HEAD = 2000

/** The classes that an editor has given a group or a paragraph. */
export function editorClasses({ attrs, innerHTML }: WireBlock): string[] {
  const classes = text.parse(attrs.className) ?? OWN_CLASSES.exec(innerHTML.slice(0, MAX_HEAD))?.[1] ?? ''
  return classes.split(/\s+/)
}
