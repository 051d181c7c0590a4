// Makes every call of the description with the generated client, with the description's own example bodies.
// Prints each operation with the status of its answer. Ends with 1 if the client cannot read an answer, or the service does not understand a call.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	evidence "evidence"
)

type operation struct {
	OperationId string
	Tags        []string
	Parameters  []struct {
		Ref string `json:"$ref"`
	}
	RequestBody struct {
		Content map[string]struct{ Example json.RawMessage }
	}
}

// What creates comes first, what removes comes last.
func rank(id string) int {
	for i, prefix := range []string{"upload", "create", "add", "track", "record"} {
		if strings.HasPrefix(id, prefix) {
			return i - 10
		}
	}
	if strings.HasPrefix(id, "revoke") || strings.HasPrefix(id, "remove") {
		return 10
	}
	return 0
}

var created = map[string]string{"platform": "stripe", "code": "not-found", "token": strings.Repeat("A", 22)}

// The operations with a required query parameter: its builder and a value.
var required = map[string][2]string{"getSubmission": {"Format", "generic"}, "listCoverageOrders": {"Of", "field:deviceId"}}

func pathValue(path, name string) string {
	if name != "id" {
		if value, known := created[name]; known {
			return value
		}
		return "none"
	}
	for _, room := range []string{"keys", "integrations"} {
		if strings.Contains(path, "/"+room+"/") {
			return created[room]
		}
	}
	return created["orders"]
}

func names(path string) []string {
	var found []string
	for _, piece := range strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == '.' }) {
		if strings.HasPrefix(piece, "{") {
			found = append(found, strings.Trim(piece, "{}"))
		}
	}
	return found
}

func api(client *evidence.APIClient, id string) reflect.Value {
	method := strings.ToUpper(id[:1]) + id[1:]
	fields := reflect.ValueOf(client).Elem()
	for i := 0; i < fields.NumField(); i++ {
		if fields.Type().Field(i).IsExported() {
			if found := fields.Field(i).MethodByName(method); found.IsValid() {
				return found
			}
		}
	}
	panic("the client has no method " + method)
}

// The builder of the body is the one whose argument is neither a header nor a query parameter.
func withBody(request reflect.Value, example json.RawMessage) reflect.Value {
	for i := 0; i < request.NumMethod(); i++ {
		kind := request.Method(i).Type()
		if kind.NumIn() != 1 {
			continue
		}
		if kind.In(0) == reflect.TypeOf(&os.File{}) {
			file, _ := os.CreateTemp("", "body")
			file.Write(example)
			file.Seek(0, 0)
			return request.Method(i).Call([]reflect.Value{reflect.ValueOf(file)})[0]
		}
		if kind.In(0).Kind() == reflect.Struct {
			body := reflect.New(kind.In(0))
			if err := json.Unmarshal(example, body.Interface()); err != nil {
				panic(err)
			}
			return request.Method(i).Call([]reflect.Value{body.Elem()})[0]
		}
	}
	panic("no builder for a body in " + request.Type().Name())
}

func remember(path string, model reflect.Value) {
	for model.Kind() == reflect.Ptr || model.Kind() == reflect.Interface {
		model = model.Elem()
	}
	if model.Kind() != reflect.Struct {
		return
	}
	id := model.FieldByName("Id")
	if !id.IsValid() || id.Kind() != reflect.String {
		return
	}
	switch {
	case strings.HasSuffix(path, "/keys"):
		created["keys"] = id.String()
	case strings.HasSuffix(path, "/integrations"):
		created["integrations"] = id.String()
	case strings.HasSuffix(path, "/receipt-link"):
		created["linkId"] = id.String()
	}
}

func main() {
	url, key := os.Args[1], os.Args[2]
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		panic(err)
	}
	var description struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &description); err != nil {
		panic(err)
	}
	settings := evidence.NewConfiguration()
	settings.Servers = evidence.ServerConfigurations{{URL: url}}
	client := evidence.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), evidence.ContextAPIKeys, map[string]evidence.APIKey{"apiKey": {Key: key}})

	type call struct {
		path string
		op   operation
	}
	var calls []call
	for path, methods := range description.Paths {
		for method, raw := range methods {
			if !strings.Contains("get post put patch delete", method) {
				continue
			}
			var op operation
			if err := json.Unmarshal(raw, &op); err != nil {
				panic(err)
			}
			calls = append(calls, call{path, op})
		}
	}
	sort.Slice(calls, func(i, j int) bool {
		a, b := calls[i].op.OperationId, calls[j].op.OperationId
		if rank(a) != rank(b) {
			return rank(a) < rank(b)
		}
		return a < b
	})
	failed := false
	for _, c := range calls {
		arguments := []reflect.Value{reflect.ValueOf(ctx)}
		for _, name := range names(c.path) {
			arguments = append(arguments, reflect.ValueOf(pathValue(c.path, name)))
		}
		request := api(client, c.op.OperationId).Call(arguments)[0]
		if builder, found := required[c.op.OperationId]; found {
			set := request.MethodByName(builder[0])
			request = set.Call([]reflect.Value{reflect.ValueOf(builder[1]).Convert(set.Type().In(0))})[0]
		}
		if content, found := c.op.RequestBody.Content["application/json"]; found {
			if c.op.OperationId == "uploadOrders" {
				var upload struct{ Orders []struct{ Id string } }
				json.Unmarshal(content.Example, &upload)
				created["orders"] = upload.Orders[0].Id
			}
			request = withBody(request, content.Example)
		} else if content, found := c.op.RequestBody.Content["application/x-ndjson"]; found {
			var lines string
			json.Unmarshal(content.Example, &lines)
			request = request.MethodByName("Body").Call([]reflect.Value{reflect.ValueOf(lines)})[0]
		}
		results := request.MethodByName("Execute").Call(nil)
		status := int64(0)
		if answer := reflect.Indirect(results[len(results)-2]); answer.IsValid() {
			status = answer.FieldByName("StatusCode").Int()
		}
		problem, isError := results[len(results)-1].Interface().(*evidence.GenericOpenAPIError)
		isFault := status >= 500 || status == 400 || status == 415 || status == 422
		unread := isFault || results[len(results)-1].Interface() != nil && (!isError || status < 400)
		if !isFault && isError && status >= 400 {
			_, isProblem := problem.Model().(evidence.Problem)
			unread = !isProblem && c.op.OperationId != "openReceiptLink"
		}
		if unread {
			failed = true
			fmt.Printf("%s %d is not an answer to read: %v\n", c.op.OperationId, status, results[len(results)-1])
		} else {
			fmt.Printf("%s %d\n", c.op.OperationId, status)
		}
		remember(c.path, results[0])
	}
	if failed {
		os.Exit(1)
	}
	fmt.Println("every call was made")
}
