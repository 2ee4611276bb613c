import 'react'

// React's own types know no custom properties; a style may set them like any other.
declare module 'react' {
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}
