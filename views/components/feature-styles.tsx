import { type FeatureStyle, usePortal } from '../context.ts'

/**
 * The style sheets of features, in front of what needs them. They are not in the sheet that every page loads; a browser
 * shows what follows when it has them, so that nothing is seen without its style.
 */
export function FeatureStyles({ names }: { names: readonly FeatureStyle[] }) {
  const { featureStyles } = usePortal().assets
  return names.map((name) => <link key={name} rel="stylesheet" href={featureStyles[name]} />)
}
