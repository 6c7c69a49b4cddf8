import { serverConfig } from '#config.server.ts'

export type Platform = { name: string; invoiceNumber: string }

/** Who runs the platform, as receipts and statements name it; the number is empty where it is not registered. */
export const platform = (): Platform => {
  const { PLATFORM_NAME, PLATFORM_INVOICE_NUMBER = '' } = serverConfig()
  return { name: PLATFORM_NAME, invoiceNumber: PLATFORM_INVOICE_NUMBER }
}
