export interface ErrorReportSettings {
  dsn: string
  environment: string
}
