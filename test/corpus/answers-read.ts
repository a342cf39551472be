/**
 * Answers of the real corpus, read by eye: which of the claims found in them are claims about a set, what the log says of each,
 * and which statements were missed. Only places are kept, no text of the corpus.
 *
 * A line without an indent is a log of `../shared/corpus`; a line under it an answer: the first 12 hex digits of the SHA-256 of
 * its text, then its statements as `start-end:XY`. X is what the eye said, Y what was found when it was read.
 */
const READ = `
anthropic_messages/anthropic-web-search-tool.1.json
  5b91320e2814 164-358:no 791-872:ng 878-1015:nb
anthropic_messages/anthropic-code-execution-20250825.2.json
  ef4ecb78213b 11-53:no 992-1049:ng
anthropic_messages/anthropic-programmatic-tool-calling.1.json
  9084a702d70b 112-132:no 360-424:gg 583-707:go
anthropic_messages/anthropic_managed_mcp_tools_reject.jsonl
  f6a422716d23 0-64:gg
claude_code/258c7280-ae70-4798-800f-63464d01a85d.jsonl
  39fa5eeea38c 0-9:no 175-255:ng 294-319:oo 1082-1101:oo 1103-1121:ob
  026773854ed2 61-94:gb 95-156:gg 158-244:go
claude_code/8463c716-a2ea-4c14-9efa-87158ebd9f20.jsonl
  ccca84ad2e68 0-9:no 63-96:gb 597-671:og 597-671:gg 690-758:gg 690-758:gg 743-758:b- 762-774:go
  cc87d19cae94 179-202:gb 203-301:bb
claude_code/agent-a881341.jsonl
  826765a2955a 649-706:oo 1249-1287:no 2808-2902:no 3119-3159:oo 3304-3364:no 3368-3405:no
claude_code/agent-aa84377.jsonl
  6642e9b62d1a 482-538:ng 1031-1067:ng 3448-3491:no 5138-5196:ng 6703-6734:ng 8688-8735:ng 8738-8760:ng 11929-11964:ng 14776-14864:ng
claude_code/edge_cases.jsonl
  1eeb903fb99e 441-497:no
claude_code/entire_37_995ebed6e4_3.jsonl
  8159e7c96c16
  00e500006a2d 0-42:ng
claude_code/entire_50_b66240c1f0_0.jsonl
  4d8a6f2d5409 117-208:gg 676-706:ng 882-970:ng
  effb4ffa64eb 0-15:gg 62-192:gg
  28c916e1ea9c 0-15:gg
  20e745e3e577 6-80:ng
  b1b57d0f1f15 6-111:ng 228-324:ng 335-372:ng
  3b6c3cc0c763 0-51:gg 277-307:gg
claude_code/entire_8e_0a64736bc7_0.jsonl
  b32708d9b1f3 273-297:go
  15994d4894ad 0-130:no
  2cb3c7feaf53 81-108:no 217-258:o-
  6b806dea4076
claude_code/entire_ac_3f02a3c337_2.jsonl
  18a08d002697
claude_code/entire_d0_161e0df1cb_1.jsonl
  a5e01defc36e 0-17:gg
  92e2d18565d9 0-12:go
claude_code/representative_messages.jsonl
  d89235b9df06 55-201:no
  dfe7731fcc02 322-384:no 615-629:no
  cd92ab3ba418 9-135:no 135-149:no 530-560:no
claude_code/subagent.jsonl
  728a19d95cc6
claude_code/vct_claude_code.jsonl
  0fdb522b5475 476-481:o-
cline/headless-timeout.json
  11024017e887 240-282:no 283-364:no 371-396:no 659-712:no 784-862:no 955-1053:no 1342-1361:no 2037-2058:no 2272-2295:no 2442-2493:no 2494-2545:no 2987-2995:no 3094-3171:no 4522-4548:no 4659-4680:no 4833-4867:no 4869-4938:no 5309-5365:no 5367-5437:no 5515-5550:no
codex/agent-sessions_codex_small.jsonl
  20f2e44174f9 0-14:gg
codex/codex_exec_json.json
  927c9e8a0f54
codex/rollout-2025-10-31T19-02-58-c61729d4-da6d-46a4-9a29-ec2c614e5e23.jsonl
  ebb3026fe5a6 181-254:nb 731-739:g- 1238-1258:nb 1385-1434:nb
  f080acd20aa5 0-47:nb 231-277:nb 364-372:g-
  7d14e04fcba8 1124-1182:nb 1917-1933:go
  fffd62baccad
  5f118167c331 173-286:ng 1129-1162:nb
  673a1b2e6d17 29-52:nb
  39dba4a020e3 573-616:no 726-828:nb
  89aacc8d9f94 71-91:nb 814-869:nb 1210-1237:ng 1636-1679:nb
  52516faa85e9 306-344:nb
  f04b44e2d292 187-226:no 836-845:g- 848-880:no 950-1025:nb
  76e5bc587cfa 169-189:go 934-1020:ng 1083-1179:nb 1378-1402:no 1753-1762:g- 2026-2061:nb 2339-2365:no
  4f564bf7f39a 80-122:no 1438-1510:nb 1935-1944:g- 2392-2419:no
  139b00eb48a6 254-310:no 467-515:no 2089-2135:nb 2490-2505:gg 3187-3357:no
  732141825f61 1128-1213:no 1325-1389:nb 1400-1462:nb 1473-1555:no 1655-1684:go
  247d2da35995 748-798:no 946-988:nb 1285-1327:no 1951-1967:go 1979-2051:no
  30a1c2cfbae6 376-410:no 512-586:no 1658-1721:gg 2864-2895:nb 2897-2915:nb 3644-3677:no 3725-3758:no 4042-4078:no 4545-4638:no 4666-4748:no 4775-4793:go
  5399c30ad9b2 136-182:go 507-577:ng 650-672:no 1129-1196:no 2062-2093:nb 2302-2311:g- 2546-2562:ng
  d8fa3e1d573e 117-142:no 144-164:g- 667-704:nb 1191-1223:no 1870-1920:ng 2160-2273:nb 2383-2399:go
  0cd48c5639ac 114-139:no 141-162:g- 601-689:no 1000-1089:nb 1845-1873:go
  f2ebc5c41fa8 71-116:no 117-142:no 144-165:g- 579-648:nb 2500-2608:nb 2877-2973:no
  b9c94a6f7fc9 0-8:no 69-94:ng 225-269:go 2196-2210:no 2309-2343:no 2350-2381:nb 2509-2517:gg 3106-3122:no 3536-3662:no
  0d85ec4ea853 1365-1403:nb 2076-2165:no 2192-2213:go 2482-2504:no 2728-2814:no 3011-3082:no
  61fc639b85f3 6-70:no 2326-2345:go 2641-2648:no
gemini_cli/vct_gemini.jsonl
  a9dfdb4b49f3
goose/sample_session.jsonl
  ce1c3dc6de22
hermes/session_20260420_134322_0d19c3.json
  959b8e410999 135-164:b-
  1e1426d87038 0-57:g-
  33347097a9e0 81-185:ng 186-288:ng
  82abf5605dd6
hermes/session_api_strategy_user_01KHDHW7YCVZKF545E1FTWEXTV_0edb886b-a223-402b-a9d3-714dbe667f74.json
  9568185cf58b
inspect_ai/2025-05-12T20-27-36-04-00_browser.json
  dc754e6119ee 290-400:oo 732-788:oo
langfuse/agno-2025-06-11.json
  d2fc3851cf23 290-421:ng 605-615:no
langfuse/claude-agent-2025-12-22.trace.json
  6946dadace97 7-50:no
langfuse/langgraph-2025-08-22.json
  2a9016e5bd97
langfuse/langgraph-js-2025-10-30.trace.json
  1089f86a8cab 0-35:no
langfuse/openai-assistants-2024-05-29.json
  635d2f94a55f 0-102:no
mini_swe_agent/github_issue.traj.json
  4a6ddb31c5ed 0-113:ng
openai_responses/openai-file-search-tool.2.json
  044fdf212de8
openai_responses/openai-mcp-tool.1.json
  bc90af9a13fb 6-38:ng 292-317:gb 319-361:gb 363-403:gb 417-495:gg
openai_responses/openai-web-search-tool.1.json
  68be198c2308 0-18:ng 26-145:ng 242-285:og 1363-1466:ng 1756-1784:og 1987-2008:og 2167-2209:og
openhands/basic.json
  5d59fc021e6b 490-536:no
openhands/basic_gui_mode.json
  38d24d6f260a 0-80:no 148-162:no 989-1040:no
openhands/basic_interactions.json
  2a4c86759a1b 0-159:no 160-254:no
openhands/litellm_proxy__anthropic__claude-sonnet-4-20250514-1757015046.707.json
  b8ad731cdaf1
openhands/resolver_mock_output.jsonl
  6c4cfa297003
otel_genai/claude_adot_spans.json
  6b8284f15a0e 49-78:ng
otel_genai/claude_live_spans.json
  9012da27da4a
otel_genai/helm.json
  a8edb307d552 0-53:gg
otel_genai/otel_genai_convention_spans.json
  91fa965e7bf1
otel_genai/tempo_export_with_batches.json
  fc602b701ba1 0-47:gg
phoenix_openinference/openinference_live_spans.json
  d6a8f0666351
atif/openhands_hello-world.trajectory.json
  2efe38900b98
pi_openclaw/pi_large-session.jsonl
  1cd4ba2d78ea 65-130:nb 464-558:nb 592-635:nb 1046-1060:nb 1334-1348:nb
  c28b03d8de4f 18-99:ng 132-237:ng 296-336:nb
  25e48d7ded50 300-314:nb 332-348:nb 373-385:nb
  03a331338069
  413255667ef0 125-219:ob
  b1088f29f013 9-87:nb 88-118:oo
  73e0a12c8895
swe_agent/function_calling_simple.traj
  da10b69deea0
swe_agent/i_got_id_demo.traj
  5651b3b3cb3e
tau2_bench/activegraph_results.json
  259084a17989 0-170:gg 171-220:gg 222-301:gg
  94e98fd02895 6-131:nb 341-381:ng 383-434:nb
  ddb5074c1339 0-111:oo
  0aeb2c1169ae 0-60:no 62-110:gg 156-203:o-
  3e7dc8e6070e 0-64:gg
  54817f912ba9 0-89:no 90-191:gg 193-258:ng
tau2_bench/activegraph_runtime_events.jsonl
  58a480f1a561 107-136:g-
  13da2a7c0764 0-74:gg 200-226:ng 276-303:ng 343-379:gg
  abf0c1468037
  1a642b527bc7 210-237:gg 238-279:gg
tau2_bench/toolorchestra_airline_gpt-5_1trial.json
  c25e8c562135 50-86:ng 449-476:gg 564-641:no 861-948:nb 1391-1437:ng
  6b6ff8cfc12d 274-296:ng 298-347:ng 590-599:ng 759-804:nb
  5cd21f418bb4 1337-1396:no 1530-1540:nb 1670-1698:no 1833-1880:nb
  71a9dde33217 716-721:nb 1022-1080:no 1214-1264:nb
  28c67d7ad8a5 32-113:ng 376-412:gg 696-724:og 841-917:ng 1062-1103:g- 1409-1481:ng 1660-1682:gb 1968-2043:ng 2081-2152:ng 2154-2171:og 2173-2196:ng 2197-2268:ng 2271-2322:gg 2533-2555:gb 2617-2671:ng 2720-2865:ng 3111-3145:ng 3146-3176:go 3178-3196:no 3457-3568:gb
  3fd16a5ff4ff 270-378:ng 422-437:og 440-505:gg 1382-1440:gb 1995-2054:gg 2187-2197:ng 2310-2448:gg
  778187bcce32 224-291:o- 835-910:ng 985-1024:nb 1026-1080:ng 1232-1284:ng 1285-1324:go
  374790dc7130 174-228:gg 467-524:gg 620-768:no 880-921:og 1097-1151:nb
  856a0660f504 200-348:no 391-426:gg 786-865:nb 902-990:og 1113-1189:ng 1309-1393:gg 1395-1444:ng 1554-1651:ng 1863-2003:ng 2384-2491:ng 2679-2726:ng 2777-2888:no 2894-2974:ng
  f0aae4bbeafd 111-220:gb 293-385:gb 526-636:no
  b794292bfa3c 54-140:ng 141-226:ng 1066-1113:nb 1224-1313:ng 1685-1794:ng 1828-2044:ng 2228-2252:ng 2845-3027:ng 3034-3174:ng
  e01f8e60a4ad 16-68:gb 89-108:ng 344-366:gg 499-521:gg 922-944:gg 1097-1163:ng 1165-1274:ng 1322-1394:gg 1883-1941:ng 2093-2211:ng 3299-3376:ng 4259-4316:ng
  7e1d3a538051 49-149:nb 1041-1153:ng 1160-1249:no 1251-1292:gb 2008-2103:no
  7d99e986e484 1337-1341:no 2212-2321:gb 2453-2506:gg 2547-2592:gg
tau_bench/MockAirlineDomainEnv-few_shot.jsonl
  61fed6bce06f 0-46:go
  c241f0144213 238-280:gg
  32e9782ce7e5 0-86:og
  1b5ae7dc4083 0-43:go
  ea16099a292c 0-35:gg
  c91b367b78c0 879-951:gg 953-1005:bg
  9f9456cc8585
  bcf603f886fe 0-104:og
tau_bench/MockRetailDomainEnv-few_shot.jsonl
  a78689c02ee2
  42d14b33d118 46-82:go
  2b29d74b8d9f 177-189:ng 191-199:ng
  69d0e41c94d5 0-46:gg
  fefe8dbc91a4 0-30:gg 140-152:ng 154-163:ng
  3bb1a3a76de4 154-181:ng 183-220:ng
  c8faeab044fd 0-34:gg
  ed27ecdb4ac2 231-234:nb
  fcc57abe0915 0-81:gg
  65ae3dcbdb49 0-129:ng
  7c5b97b97a44 0-70:bo
  461996a0f7a1 0-49:gg
  33eadb026df8 18-143:gg
  abff055dcdfd 0-50:go 151-256:ng 258-307:ng
  e2ff2066611b 34-84:go 176-295:gg
  2bfef2eff772 0-130:go
  eb7cfdbe3030 0-83:go 257-330:go
  d679bf1932bd 0-93:go 94-140:go
  52f39c098366 0-79:gg 79-123:gg 125-165:gg
  a0257768f219 478-538:gg
  0ff19e37bef0 0-66:gg 165-170:ng
  a0e534a880c9 269-354:go
  3dde35c74747
toolbench/G1_answer_57_ChatGPT_DFS_woFilter_w2.json
  bf4987ec8016 0-266:nb 467-525:o-
toolbench/G1_category.json
  dcc43bced223 0-119:no 183-246:oo
  e2527b133220 189-211:oo 213-305:oo 213-305:oo 307-342:oo
  f19aca682184 0-42:oo 376-444:ng
  7aad80809867 0-34:ob 62-139:no 1022-1118:no
  26450e3bc46e 0-38:oo
  dc62ed533c42 0-49:og 1644-1676:no 1954-2050:no 2203-2282:nb 2299-2390:nb
  8d43b563cacc 63-145:nb
  612c2ab5721d 0-46:ob 800-871:nb 1137-1214:no
  951a072b8a3c 0-63:oo 582-653:no 1057-1153:no
  04816ed68404 0-44:ob 45-90:ob
  dedbc5e971ec 0-98:no 189-250:no 279-294:no
  87c93addc3d7
  61b366599e19
vercel_ai/react-agent-tool-calling.json
  a22689749291 0-28:no
`;

/** bad: the log refutes it, or a sum was done in prose; good: the log bears it out; open: the log cannot tell. */
export type Group = 'bad' | 'good' | 'open';

export interface ReadStatement {
  /** UTF-16 offsets in the answer. */
  span: [number, number];
  eye: Group | 'not_a_claim';
  /** The group found when it was read; null for a claim that was missed. */
  found: Group | null;
}

export interface ReadAnswer {
  file: string;
  hash: string;
  statements: ReadStatement[];
}

const GROUPS: Record<string, Group> = { b: 'bad', g: 'good', o: 'open' };

function statement(text: string): ReadStatement {
  const [, start, end, eye, found] = /^(\d+)-(\d+):([bgon])([bgo-])$/.exec(text) ?? [];
  if (eye === undefined || found === undefined) throw new Error(`not a statement: ${text}`);
  return { span: [Number(start), Number(end)], eye: GROUPS[eye] ?? 'not_a_claim', found: GROUPS[found] ?? null };
}

function parse(text: string): ReadAnswer[] {
  let file = '';
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = line.trim().split(' ');
      if (line.startsWith(' ')) return [{ file, hash: first, statements: rest.map(statement) }];
      file = first;
      return [];
    });
}

export const READ_ANSWERS: readonly ReadAnswer[] = parse(READ);
