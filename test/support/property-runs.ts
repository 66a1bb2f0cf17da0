/** Runs of a property test: enough for a change. `npm run fuzz` sets thousands (COST-45). */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 300)
