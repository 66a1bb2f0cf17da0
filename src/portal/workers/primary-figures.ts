import { Counter, Gauge, Registry } from 'prom-client'
import { startTime } from '../../observability/machine-figures.ts'

export interface PrimaryFigures {
  registry: Registry
  died(): void
  text(living: number): Promise<string>
}

export function primaryFigures(): PrimaryFigures {
  const registry = new Registry()
  const registers = [registry]
  const workers = new Gauge({ name: 'szpalta_workers', help: 'Processes that serve', registers })
  const deaths = new Counter({
    name: 'szpalta_worker_deaths_total',
    help: 'Workers that ended and were not told to',
    registers,
  })
  startTime(registers)
  return {
    registry,
    died: () => deaths.inc(),
    text(living) {
      workers.set(living)
      return registry.metrics()
    },
  }
}
