/** Tests of `npm run test:nightly` run at full size, those of `npm test` at a size that suits every push. */
export const isNightly = process.env.NIGHTLY === '1'

export function sized<T>(onPush: T, atNight: T): T {
  return isNightly ? atNight : onPush
}
