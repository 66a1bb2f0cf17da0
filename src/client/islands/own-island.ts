import type { ComponentType } from 'react'
import { exportsOf } from '../../system/lent-modules.ts'

/** Hashed names of this site's files alone. */
const PATH = /^\/assets\/own-[a-z0-9-]+-[A-F0-9]{8}\.js$/

interface Loader {
  file(path: string): Promise<unknown>
  mounting(): Promise<{
    LENT: Readonly<Record<string, unknown>>
    mount(root: HTMLElement, component: ComponentType<never>): void
  }>
}

/** Of the site's extension, compiled apart from the program (docs/decisions/160). */
export async function start(root: HTMLElement, { file, mounting }: Loader): Promise<void> {
  const { module: path = '' } = root.dataset
  if (!PATH.test(path)) return
  const [{ LENT, mount }, compiled] = await Promise.all([mounting(), file(path)])
  const { default: component } = exportsOf(compiled, (name) => LENT[name])
  if (!isComponent(component)) return
  // Lets input since the evaluation through.
  await new Promise((resolve) => setTimeout(resolve))
  mount(root, component)
}

function isComponent(value: unknown): value is ComponentType<never> {
  return typeof value === 'function'
}
