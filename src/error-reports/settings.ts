/** Where errors are reported, and under which name of the installation. */
export interface ErrorReportSettings {
  dsn: string
  environment: string
}
