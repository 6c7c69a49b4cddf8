import type { Mocks } from '#kit/mock.ts'
import type { fans } from './contract'

export const fanMocks: Mocks<typeof fans> = {
  answers: {
    getMyProfile: () => ({ displayName: '佐藤 葵', icon: '', email: 'member@example.test' }),
    uploadMyIcon: ({ contentType, data }) => ({
      displayName: '佐藤 葵',
      icon: `data:${contentType};base64,${data}`,
      email: 'member@example.test',
    }),
    updateMyProfile: ({ displayName, icon }) => ({ displayName, icon, email: 'member@example.test' }),
  },
  scenarios: {},
}
