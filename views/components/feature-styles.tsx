import { type FeatureStyle, usePortal } from '../context.ts'

/** Links style sheets in front of what needs them; a browser shows what follows once it has them. */
export function FeatureStyles({ names }: { names: readonly FeatureStyle[] }) {
  const { featureStyles } = usePortal().assets
  return names.map((name) => <link key={name} rel="stylesheet" href={featureStyles[name]} />)
}
