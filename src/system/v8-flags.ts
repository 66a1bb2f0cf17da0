import { setFlagsFromString } from 'node:v8'

/** The flags that the server changes while it runs, with V8's own values. */
const flags = {
  optimises: true,
  semiSpaceGrowthFactor: 2,
  /** 0: as V8 thinks right. */
  heapGrowingPercent: 0,
}
export type V8Flags = typeof flags

const WRITTEN: { [Name in keyof V8Flags]: (value: V8Flags[Name]) => string } = {
  optimises: (value) => (value ? '--opt' : '--no-opt'),
  semiSpaceGrowthFactor: (value) => `--semi-space-growth-factor=${value}`,
  heapGrowingPercent: (value) => `--heap-growing-percent=${value}`,
}

/** Nothing else changes flags: V8 does not say what they are. */
export function setV8Flag<Name extends keyof V8Flags>(name: Name, value: V8Flags[Name]): void {
  flags[name] = value
  setFlagsFromString(WRITTEN[name](value))
}

/** Calls a function while the flags have V8's own values. */
export function underUsualFlags<T>(call: () => T): T {
  const { optimises, semiSpaceGrowthFactor, heapGrowingPercent } = flags
  setV8Flag('optimises', true)
  setV8Flag('semiSpaceGrowthFactor', 2)
  setV8Flag('heapGrowingPercent', 0)
  try {
    return call()
  } finally {
    setV8Flag('optimises', optimises)
    setV8Flag('semiSpaceGrowthFactor', semiSpaceGrowthFactor)
    setV8Flag('heapGrowingPercent', heapGrowingPercent)
  }
}
