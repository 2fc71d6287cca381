/**
 * Foreign generators make clients from openapi.json as it stands; each must compile and read all sheets, implements and
 * listings of the sample: `npm run generators`. They are fetched from their registries, so the tests do without them.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { start } from '../src/commands/serve.ts'
import { toConfig } from '../src/config.ts'
import { newFolder } from './folder.ts'

const PYTHON_GENERATOR = 'openapi-python-client==0.29.1'
/** Its package carries the Java program. */
const OPENAPI_GENERATOR = 'openapi-generator-cli==7.26.0'
/** Its package carries the program as .NET assemblies, which Mono runs too. */
const CSHARP_GENERATOR = 'nswag@14.7.1'
const TYPESCRIPT_GENERATOR = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0']
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const OPENAPI = join(ROOT, 'openapi.json')
const run = promisify(execFile)

const PYTHON_READER = `
import json, sys, urllib.request
from made import Client
from made.api.catalogue import get_tractor, list_classes, list_implements, search_tractors
from made.api.market import get_listing
from made.models import Machine

address = sys.argv[1]
client = Client(base_url=address, raise_on_unexpected_status=True)
plain = lambda path: json.load(urllib.request.urlopen(address + path))
slugs, offset = [], 0
while True:
    page = search_tractors.sync(client=client, limit=100, offset=offset)
    slugs += [hit.slug for hit in page.hits]
    offset += len(page.hits)
    if offset >= page.total:
        break
for slug in slugs:
    sheet = get_tractor.sync(slug, client=client)
    assert isinstance(sheet, Machine), sheet
    assert sheet.to_dict() == plain(f"/v1/tractors/{slug}"), slug
fitting = list_implements.sync(slugs[0], client=client)
assert [one.to_dict() for one in fitting] == plain(f"/v1/tractors/{slugs[0]}/implements")
assert [one.to_dict() for one in list_classes.sync(client=client)] == plain("/v1/machines/classes")
assert get_listing.sync(3, client=client).pin == plain("/v1/market/listings/3")["pin"]
print(len(slugs))
`

const TYPESCRIPT_READER = `
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

const client = createClient<paths>({ baseUrl: process.argv[2]! })
const machines: components['schemas']['Machine'][] = []
for (let offset = 0, total = 1; offset < total; ) {
  const { data, error } = await client.GET('/v1/tractors', { params: { query: { limit: 100, offset } } })
  if (!data) throw new Error(error.detail)
  for (const { slug } of data.hits) {
    const sheet = await client.GET('/v1/tractors/{slug}', { params: { path: { slug } } })
    if (!sheet.data) throw new Error(sheet.error.detail)
    if (sheet.data.slug !== slug) throw new Error(slug)
    const dates: string[] = sheet.data.prices.map((price) => price.observed_at)
    if (dates.length > 0 && !sheet.data.price_kind) throw new Error(slug)
    machines.push(sheet.data)
  }
  offset += data.hits.length
  total = data.total
}
const { data: classes } = await client.GET('/v1/machines/classes')
if (!classes?.length) throw new Error('no classes')
console.log(machines.length)
`

async function withPython(folder: string, address: string): Promise<string> {
  const bin = join(folder, 'venv', 'bin')
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')])
    await run(join(bin, 'pip'), ['install', '--quiet', PYTHON_GENERATOR], { env, timeout: 300_000 })
  } catch (error) {
    return skipped(PYTHON_GENERATOR, error)
  }
  const args = ['generate', '--path', OPENAPI, '--meta', 'none', '--output-path', join(folder, 'made')]
  const { stdout, stderr } = await run(join(bin, 'openapi-python-client'), args, { env, timeout: 120_000 })
  if (/warning|error/i.test(stdout + stderr)) throw new Error(stdout + stderr)
  const numbered = readdirSync(join(folder, 'made', 'models')).filter((name) => /_(?:type_)?\d+\.py$/.test(name))
  if (numbered.length > 0) throw new Error(`numbered models: ${numbered.join(', ')}`)
  writeFileSync(join(folder, 'reader.py'), PYTHON_READER)
  const options = { cwd: folder, env, timeout: 120_000 }
  const { stdout: read } = await run(join(bin, 'python'), ['reader.py', address], options)
  return `${PYTHON_GENERATOR}: no warning, no numbered model, ${read.trim()} sheets read as they are`
}

async function withTypeScript(folder: string, address: string): Promise<string> {
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
  try {
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--legacy-peer-deps', ...TYPESCRIPT_GENERATOR]
    await run('npm', [...args, 'typescript@5'], { cwd: folder, timeout: 300_000 })
  } catch (error) {
    return skipped(TYPESCRIPT_GENERATOR.join(', '), error)
  }
  const bin = join(folder, 'node_modules', '.bin')
  await run(join(bin, 'openapi-typescript'), [OPENAPI, '-o', 'schema.ts'], { cwd: folder })
  writeFileSync(join(folder, 'reader.ts'), TYPESCRIPT_READER)
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--allowImportingTsExtensions']
  const lib = ['--lib', 'esnext,dom,dom.iterable', '--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')]
  await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...lib, 'reader.ts'], { cwd: folder })
  const { stdout } = await run(process.execPath, ['reader.ts', address], { cwd: folder, timeout: 120_000 })
  return `${TYPESCRIPT_GENERATOR.join(', ')}: compiles, ${stdout.trim()} sheets read`
}

/** Everything a reader has to read, by address: `slug` lines, then listing ids. */
async function readWhat(address: string): Promise<{ slugs: string[]; listings: number[] }> {
  const read = async (path: string) => (await fetch(address + path)).json() as Promise<never>
  const slugs: string[] = []
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const page: { hits: { slug: string }[]; total: number } = await read(`/v1/tractors?limit=100&offset=${offset}`)
    slugs.push(...page.hits.map(({ slug }) => slug))
    total = page.total
  }
  const listings: number[] = []
  for (let id = 1; id <= 100; id++) if ((await fetch(`${address}/v1/market/listings/${id}`)).ok) listings.push(id)
  return { slugs, listings }
}

const PYTHON_CLIENT_READER = `
import sys, openapi_client as made
client = made.ApiClient(made.Configuration(host=sys.argv[1]))
catalogue, market = made.CatalogueApi(client), made.MarketApi(client)
slugs, listings = sys.argv[2].split(","), sys.argv[3].split(",")
for slug in slugs:
    assert catalogue.get_tractor(slug).slug == slug
    catalogue.list_implements(slug)
for id in listings:
    assert market.get_listing(int(id)).id == int(id)
assert len(catalogue.list_classes()) > 30
print(len(slugs), len(listings))
`

const TYPESCRIPT_CLIENT_READER = `
import { CatalogueApi, Configuration, MarketApi } from './made/index.ts'
const [address, slugs, listings] = process.argv.slice(2)
const configuration = new Configuration({ basePath: address! })
const catalogue = new CatalogueApi(configuration)
const market = new MarketApi(configuration)
for (const slug of slugs!.split(',')) {
  const sheet = await catalogue.getTractor({ slug })
  if (sheet.slug !== slug) throw new Error(slug)
  await catalogue.listImplements({ slug })
}
for (const id of listings!.split(',')) await market.getListing({ listingId: Number(id) })
console.log(slugs!.split(',').length, listings!.split(',').length)
`

const GO_READER = `package made

import ("context"; "fmt"; "os"; "strconv"; "strings"; "testing")

func TestRead(t *testing.T) {
	configuration := NewConfiguration()
	configuration.Servers = ServerConfigurations{{URL: os.Getenv("ADDRESS")}}
	client := NewAPIClient(configuration)
	ctx := context.Background()
	slugs, listings := strings.Split(os.Getenv("SLUGS"), ","), strings.Split(os.Getenv("LISTINGS"), ",")
	for _, slug := range slugs {
		sheet, _, err := client.CatalogueAPI.GetTractor(ctx, slug).Execute()
		if err != nil || sheet.Slug != slug { t.Fatal(slug, err) }
		if _, _, err := client.CatalogueAPI.ListImplements(ctx, slug).Execute(); err != nil { t.Fatal(slug, err) }
	}
	for _, text := range listings {
		id, _ := strconv.ParseInt(text, 10, 64)
		if _, _, err := client.MarketAPI.GetListing(ctx, id).Execute(); err != nil { t.Fatal(text, err) }
	}
	fmt.Println("read", len(slugs), len(listings))
}
`

const JAVA_READER = `
import org.openapitools.client.*;
import org.openapitools.client.api.*;
public class Reader {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(args[0]);
    CatalogueApi catalogue = new CatalogueApi(client);
    MarketApi market = new MarketApi(client);
    for (String slug : args[1].split(",")) {
      if (!catalogue.getTractor(slug, null, null).getSlug().equals(slug)) throw new Exception(slug);
      catalogue.listImplements(slug, null);
    }
    for (String id : args[2].split(",")) market.getListing(Long.valueOf(id), null);
    System.out.println(args[1].split(",").length + " " + args[2].split(",").length);
  }
}
`

const KOTLIN_READER = `
import org.openapitools.client.apis.*

fun main(args: Array<String>) {
  val catalogue = CatalogueApi(args[0])
  val market = MarketApi(args[0])
  val slugs = args[1].split(",")
  val listings = args[2].split(",")
  for (slug in slugs) {
    check(catalogue.getTractor(slug).slug == slug)
    catalogue.listImplements(slug)
  }
  for (id in listings) check(market.getListing(id.toLong()).id.toLong() == id.toLong())
  println("\${slugs.size} \${listings.size}")
}
`

/** Gradle's own distribution is in no registry, so Maven compiles, with the versions that \`build.gradle\` asks for. */
function kotlinProject(gradle: string): string {
  const version = /kotlin_version = '(.*)'/.exec(gradle)![1]!
  const needed = [...gradle.matchAll(/^ +implementation "(.*):(.*):(.*)"/gm)].map(([, group, name, own]) => {
    // Maven does not choose the JVM's part of a package for several platforms by itself.
    const artifact = name === 'okhttp' ? 'okhttp-jvm' : name
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${own === '$kotlin_version' ? version : own}</version></dependency>`
  })
  return `<project><modelVersion>4.0.0</modelVersion><groupId>made</groupId><artifactId>made</artifactId><version>1</version>
<dependencies>${needed.join('')}</dependencies>
<build><sourceDirectory>src/main/kotlin</sourceDirectory><plugins><plugin>
<groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>${version}</version>
<executions><execution><goals><goal>compile</goal></goals></execution></executions>
</plugin></plugins></build></project>`
}

const CSHARP_READER = `
using System;
using System.Net.Http;
using System.Threading.Tasks;

static class Reader {
  static async Task Read(string[] args) {
    var client = new Made.YantraClient(new HttpClient()) { BaseUrl = args[0] };
    var slugs = args[1].Split(',');
    var listings = args[2].Split(',');
    foreach (var slug in slugs) {
      var sheet = await client.GetTractorAsync(slug);
      if (sheet.Slug != slug) throw new Exception(slug);
      await client.ListImplementsAsync(slug);
    }
    foreach (var id in listings)
      if ((await client.GetListingAsync(long.Parse(id))).Id != long.Parse(id)) throw new Exception(id);
    var strong = await client.SearchTractorsAsync(hp_min: 47.5, sort: Made.Sort.Price_asc);
    foreach (var hit in strong.Hits) if (hit.Engine_hp < 47.5) throw new Exception(hit.Slug);
    Console.WriteLine(slugs.Length + " " + listings.Length);
  }
  static void Main(string[] args) { Read(args).GetAwaiter().GetResult(); }
}
`

/** NSwag's client in C#, generated, compiled and run by Mono: no registry here has a present .NET. */
async function withCSharp(folder: string, address: string): Promise<string> {
  try {
    await run('mcs', ['--version'])
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder]
    await run('npm', [...args, CSHARP_GENERATOR], { timeout: 300_000 })
  } catch (error) {
    return skipped(`${CSHARP_GENERATOR}, mono-devel`, error)
  }
  const { slugs, listings } = await readWhat(address)
  const binaries = join(folder, 'node_modules/nswag/bin/binaries/Win')
  const made = ['/output:Client.cs', '/classname:YantraClient', '/namespace:Made', '/generateOptionalParameters:true']
  const generate = ['openapi2csclient', `/input:${OPENAPI}`, ...made]
  await run('mono', [join(binaries, 'NSwag.exe'), ...generate], { cwd: folder, timeout: 120_000 })
  writeFileSync(join(folder, 'Reader.cs'), CSHARP_READER)
  const parts = ['System.Net.Http', 'System.ComponentModel.DataAnnotations', 'System.Runtime.Serialization']
  const references = [join(binaries, 'Newtonsoft.Json.dll'), ...parts].map((part) => `-r:${part}`)
  await run('mcs', ['-out:reader.exe', ...references, 'Client.cs', 'Reader.cs'], { cwd: folder })
  const env = { ...process.env, MONO_PATH: binaries }
  const what = [address, slugs.join(), listings.join()]
  const { stdout } = await run('mono', ['reader.exe', ...what], { cwd: folder, env, timeout: 120_000 })
  return `${CSHARP_GENERATOR}, C#: compiles; ${told(stdout, slugs, listings)}`
}

/** What a reader printed, beside what there is to read. */
function told(stdout: string, slugs: string[], listings: number[]): string {
  const [sheets, used] = stdout.trim().split(' ')
  return `read of ${slugs.length} sheets with their implements ${sheets}, of ${listings.length} listings ${used}`
}

/** Clients by openapi-generator, in five languages. */
async function* withOpenApiGenerator(folder: string, address: string): AsyncGenerator<string> {
  const bin = join(folder, 'venv', 'bin')
  try {
    await run('java', ['-version'])
    await run('python3', ['-m', 'venv', join(folder, 'venv')])
    await run(join(bin, 'pip'), ['install', '--quiet', OPENAPI_GENERATOR], { timeout: 300_000 })
  } catch (error) {
    return yield skipped(OPENAPI_GENERATOR, error)
  }
  const { slugs, listings } = await readWhat(address)
  const what = [address, slugs.join(), listings.join()]
  const [ADDRESS, SLUGS, LISTINGS] = what
  const big = { timeout: 600_000, maxBuffer: 2 ** 26 }
  const languages: Record<string, { needs: [string, ...string[]]; read(cwd: string): Promise<string> }> = {
    'typescript-fetch': {
      needs: ['npm', '--version'],
      async read(cwd) {
        writeFileSync(join(cwd, '../reader.mts'), TYPESCRIPT_CLIENT_READER.replace('./made', cwd))
        writeFileSync(join(cwd, 'package.json'), '{"type":"module"}')
        const options = ['--outDir', '../out', '--strict', '--target', 'esnext', '--module', 'esnext']
        const more = ['--moduleResolution', 'bundler', '--lib', 'esnext,dom', '--types', '']
        await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...more, 'index.ts'], { cwd, ...big })
        await run('npm', ['install', '--silent', '--no-audit', '--no-fund', 'tsx@4'], { cwd: join(cwd, '..'), ...big })
        const { stdout } = await run('npx', ['tsx', '../reader.mts', ...what], { cwd, ...big })
        return stdout
      },
    },
    python: {
      needs: ['python3', '--version'],
      async read(cwd) {
        await run(join(bin, 'pip'), ['install', '--quiet', cwd], big)
        writeFileSync(join(cwd, 'reader.py'), PYTHON_CLIENT_READER)
        return (await run(join(bin, 'python'), ['reader.py', ...what], { cwd, ...big })).stdout
      },
    },
    go: {
      needs: ['go', 'version'],
      async read(cwd) {
        rmSync(join(cwd, 'test'), { recursive: true })
        writeFileSync(join(cwd, 'read_test.go'), GO_READER.replace('package made', 'package openapi'))
        const env = { ...process.env, GOFLAGS: '-mod=mod', ADDRESS, SLUGS, LISTINGS } as NodeJS.ProcessEnv
        const { stdout } = await run('go', ['test', '-v', '-run', 'TestRead', '.'], { cwd, env, ...big })
        return /read (.*)/.exec(stdout)![1]!
      },
    },
    java: {
      needs: ['mvn', '--version'],
      async read(cwd) {
        await run('mvn', ['-q', '-DskipTests', 'compile', 'dependency:copy-dependencies'], { cwd, ...big })
        writeFileSync(join(cwd, 'Reader.java'), JAVA_READER)
        const path = 'target/classes:target/dependency/*'
        await run('javac', ['-cp', path, 'Reader.java'], { cwd, ...big })
        return (await run('java', ['-cp', `${path}:.`, 'Reader', ...what], { cwd, ...big })).stdout
      },
    },
    kotlin: {
      needs: ['mvn', '--version'],
      async read(cwd) {
        writeFileSync(join(cwd, 'pom.xml'), kotlinProject(readFileSync(join(cwd, 'build.gradle'), 'utf8')))
        writeFileSync(join(cwd, 'src/main/kotlin/Reader.kt'), KOTLIN_READER)
        await run('mvn', ['-q', 'compile', 'dependency:copy-dependencies'], { cwd, ...big })
        const path = 'target/classes:target/dependency/*'
        return (await run('java', ['-cp', path, 'ReaderKt', ...what], { cwd, ...big })).stdout
      },
    },
  }
  for (const [language, { needs, read }] of Object.entries(languages)) {
    const [program, ...args] = needs
    const isThere = await run(program, args).then(
      () => true,
      () => false,
    )
    if (!isThere) {
      yield `!! SKIPPED: ${OPENAPI_GENERATOR}, ${language}: ${program} was not found`
      continue
    }
    const cwd = join(mkdtempSync(join(folder, `${language}-`)), 'made')
    const options = ['generate', '-i', OPENAPI, '-g', language, '-o', cwd]
    try {
      await run(join(bin, 'openapi-generator-cli'), options, big)
      yield `${OPENAPI_GENERATOR}, ${language}: compiles; ${told(await read(cwd), slugs, listings)}`
    } catch (error) {
      process.exitCode = 1
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      yield `FAILED: ${OPENAPI_GENERATOR}, ${language}: ${(stderr + stdout || String(error)).slice(-1_500)}`
    }
  }
}

function skipped(what: string, error: unknown): string {
  return `!! SKIPPED: ${what} could not be installed (${String(error).split('\n')[0]})`
}

const folder = newFolder()
const env = { DATABASE_URL: `file:${join(folder, 'yantra.db')}`, SAMPLE: 'true', PORT: '0', LOG_LEVEL: 'silent' }
const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
const service = await start(toConfig({ ...env, RATE_LIMIT_ANONYMOUS: '0', SECRET_KEY: 'k'.repeat(32) }), false, nowhere)
try {
  console.log(await withPython(mkdtempSync(join(folder, 'python-')), service.url))
  console.log(await withTypeScript(mkdtempSync(join(folder, 'typescript-')), service.url))
  console.log(await withCSharp(mkdtempSync(join(folder, 'csharp-')), service.url))
  for await (const line of withOpenApiGenerator(folder, service.url)) console.log(line)
} finally {
  await service.stop()
}
