import { type Mocks, mockNow } from '../../kit/mock'
import type { dashboard } from './contract'

export const dashboardMocks: Mocks<typeof dashboard> = {
  answers: {
    'dashboard/getLookerSignedUrlUrl': ({ src }) => ({
      url: `https://looker.example.test/login/embed/${encodeURIComponent(src)}`,
    }),
    'dashboard/getOAuthRedirectUrl': () => ({ redirectUrl: 'https://accounts.example.test/authorize?state=mock' }),
    'dashboard/createOAuthRefreshToken': () => ({ connectedAt: mockNow }),
    getDashboardConnection: () => ({ reports: [], isConnectable: true, canConnect: true, connection: null }),
    removeDashboardConnection: () => ({}),
  },
  scenarios: {},
}
