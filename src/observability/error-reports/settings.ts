/** Where errors are reported, and the name of the environment. */
export interface ErrorReportSettings {
  dsn: string
  environment: string
}
