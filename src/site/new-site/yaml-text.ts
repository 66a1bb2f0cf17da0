import { stringify } from 'yaml'

export function inline(value: string): string {
  return stringify(value, OPTIONS).trimEnd()
}

export function fields(value: object): string {
  return stringify(value, OPTIONS).trimEnd()
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  defaultStringType: 'QUOTE_DOUBLE',
  defaultKeyType: 'PLAIN',
  lineWidth: 0,
  // References are refused when the folder is read.
  aliasDuplicateObjects: false,
} as const
