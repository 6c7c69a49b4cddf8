import type { Mocks } from '#kit/mock.ts'
import type { fans } from './contract'

/** A picture of one pixel. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export const fanMocks: Mocks<typeof fans> = {
  examples: () => ({
    getMyProfile: {},
    updateMyProfile: { displayName: 'Hana', icon: '' },
    uploadMyIcon: { contentType: 'image/png', data: onePixel },
  }),
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
