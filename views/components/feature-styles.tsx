import { type FeatureStyle, usePortal } from '../context.ts'

/** A browser shows what follows once it has the style sheets. */
export function FeatureStyles({ names }: { names: readonly FeatureStyle[] }) {
  const { featureStyles } = usePortal().assets
  return names.map((name) => <link key={name} rel="stylesheet" href={featureStyles[name]} />)
}
