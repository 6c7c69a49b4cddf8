import { chakra } from '@chakra-ui/react'

const Ring = chakra('span', {
  base: {
    display: 'inline-block',
    flex: 'none',
    borderRadius: 'full',
    border: '2px solid currentColor',
    borderRightColor: 'transparent',
    animation: 'spin .7s linear infinite',
  },
})

/** The label is Japanese in both languages, as the specification requires. */
export const Spinner = ({ size = 20 }: { size?: number }) => (
  <Ring role="status" aria-label="読み込み中" lang="ja" style={{ width: size, height: size }} />
)
