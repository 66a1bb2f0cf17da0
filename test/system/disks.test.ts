import { lossOn, mountAt, mountsOf } from '../../src/system/disks.ts'
import { platformOf } from '../../src/system/platform.ts'

/** As in containers: layers at the root, volumes on a disk, in the pod's folder, in memory and on a server. */
const MOUNTINFO = `\
612 401 0:55 / / rw,relatime master:170 - overlay overlay rw,lowerdir=/a:/b,upperdir=/c,workdir=/d
613 612 0:58 / /proc rw,nosuid - proc proc rw
614 612 0:59 / /tmp rw,nosuid - tmpfs tmpfs rw
618 612 0:61 / /dev rw,nosuid - tmpfs tmpfs rw
615 612 8:1 /var/lib/docker/volumes/data/_data /srv/data rw,relatime - ext4 /dev/sda1 rw
616 612 8:1 /var/lib/kubelet/pods/1/volumes/kubernetes.io~empty-dir/cache /srv/cache rw,relatime - ext4 /dev/sda1 rw
617 612 0:60 / /srv/with\\040space rw,relatime shared:2 - nfs4 server:/x rw
`
const mounts = mountsOf(MOUNTINFO)
const lossAt = (path: string, variables = {}) => lossOn(mountAt(path, mounts), platformOf(variables))

test.each([
  ['/app/data/subscribers.sqlite', /layer of the container \(overlay\)/],
  ['/tmp/pages.bin', /in memory \(tmpfs\)/],
  ['/srv/cache/pages.bin', /emptyDir/],
  ['/srv/dataset', /layer of the container/],
])('OPS-10: %s does not last', (path, why) => {
  expect(lossAt(path)).toMatch(why)
})

test('OPS-10: files on a volume last, whatever its name; files on a device do not, as its operator knows', () => {
  expect(lossAt('/dev/null')).toBeUndefined()
  expect(lossAt('/srv/data/subscribers.sqlite')).toBeUndefined()
  expect(mountAt('/srv/with space/a', mounts)).toEqual({ part: '/', point: '/srv/with space', type: 'nfs4' })
})

test('OPS-10: a platform keeps files on volumes, or none at all', () => {
  const disk = mountsOf('1 0 8:1 / / rw - ext4 /dev/vda rw\n2 1 8:2 / /data rw - ext4 /dev/vdb rw\n')
  const at = (path: string, variables = {}) => lossOn(mountAt(path, disk), platformOf(variables))
  expect(at('/app/data/a')).toBeUndefined()
  expect(at('/app/data/a', { FLY_APP_NAME: 'gazeta' })).toMatch(/Fly keeps only what lies on a volume/)
  expect(at('/data/a', { FLY_APP_NAME: 'gazeta' })).toBeUndefined()
  expect(at('/data/a', { DYNO: 'web.1' })).toMatch(/Heroku keeps no files/)
  expect(at('/data/a', { DYNO: 'web.1', DOKKU_APP_NAME: 'gazeta' })).toBeUndefined()
})

test('OPS-10: in a pod of Kubernetes only what lies on a volume lasts', () => {
  const disk = mountsOf('1 0 8:1 / / rw - ext4 /dev/vda rw\n2 1 8:2 / /app/data rw - ext4 /dev/vdb rw\n')
  const at = (path: string, inCluster: boolean) => lossOn(mountAt(path, disk), undefined, inCluster)
  expect(at('/app/subscribers.sqlite', true)).toMatch(/Kubernetes keeps only what lies on a volume/)
  expect([at('/app/data/subscribers.sqlite', true), at('/app/subscribers.sqlite', false)]).toEqual([
    undefined,
    undefined,
  ])
})

test('OPS-10: where the system gives no information on its disks, nothing is reported', () => {
  expect(mountsOf('')).toEqual([])
  expect(mountsOf('not a line of it\n1 2 3\n')).toEqual([])
  expect(lossOn(undefined, undefined)).toBeUndefined()
})
