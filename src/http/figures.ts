import type { MostReadOf } from '../content/most-read.ts'
import type { Service } from '../services/service.ts'

/** A feature's sums for the editors' figures, nothing of a person. */
export interface FigureTable {
  title: string
  columns: readonly string[]
  rows: ReadonlyArray<ReadonlyArray<string | number | { text: string; href: string }>>
}

export type FigureSource = (service: Service) => Promise<FigureTable | undefined>

export interface Counted {
  mostRead: MostReadOf | undefined
  referrers: MostReadOf | undefined
  tables: readonly FigureSource[]
}
