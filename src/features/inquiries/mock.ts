import type { Mocks } from '../../kit/mock'
import type { inquiries } from './contract'

export const inquiryMocks: Mocks<typeof inquiries> = {
  answers: { contactCreator: () => ({ success: true }) },
  scenarios: {},
}
